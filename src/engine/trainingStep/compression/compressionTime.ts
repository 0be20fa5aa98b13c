import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/communication/compression.ts";
import { streamingKernelTime } from "../../formulas/compute/kernels.ts";
import { matrixWorkTime } from "../../formulas/compute/optimizers.ts";
import { meetingsOfStep } from "../../formulas/step/sync.ts";
import type { Compression, Sync } from "../../scenario/sync.ts";
import { sentNumbers } from "../communication/compressed.ts";
import { kernelStart } from "../kernels/kernels.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { stageMatrices } from "../model/stageMatrices.ts";
import { senders } from "./senders.ts";

/**
 * Passes over the gradients and their errors that a compression method needs in addition to one read and one
 * write.
 */
const PASSES: Readonly<Record<Compression["kind"], readonly [times: number, source: string]>> = {
  top_k: [4, "a radix select of 32-bit numbers, 8 bits a pass (Alabi et al., ACM JEA 17, 2012)"],
  power_sgd: [3, "arXiv:1905.13727, algorithm 1: three matmuls"],
  quantised: [1, "the largest of each block"],
  one_bit: [1, "the mean magnitude of each block"],
};

/**
 * Time to compress gradients in a step, s, averaged over all steps. `P` is the number of parameters of the
 * device. null without compression, or where no other replica exists. Nothing hides the time, because kernels
 * of the backward pass compete for the device's memory bandwidth (arXiv:2103.00543, section 3.1).
 */
export function compressionTime<N>(ctx: ModelContext<N>, stage: StageLayout, P: N): N | null {
  const { alg, x, scenario } = ctx;
  const { compression, sync } = scenario.plan;
  const others = senders(scenario.plan);
  if (compression === null || others === 1) return null;
  const [times, source] = PASSES[compression.kind];
  const moving = (label: string, Q: N): Part<N> => ({
    label,
    value: alg.apply(streamingKernelTime, {
      Q,
      W: x.memoryRate,
      eta_m: x.memoryEfficiency,
      n: x.one,
      tau_0: kernelStart(alg),
    }),
  });
  const B_g = x.gradientBytes;
  const B_d = alg.input("plan.compression.feedback", compression.errorBytes, "B");
  const n_p = alg.constant("times over the gradients", times, "1", source);
  const parts = [
    moving("reading, compressing, writing", alg.apply(book.compressionBytes, { B_g, B_d, n_p, P })),
  ];
  if (compression.kind === "top_k") {
    const of = { ...sentNumbers(ctx, compression.share, others), B_x: x.reduceBytes, B_g, P };
    parts.push(moving("adding up what was gathered", alg.apply(book.gatheredBytes, of)));
  }
  if (compression.kind === "power_sgd") {
    const r_c = alg.input("plan.compression.rank", compression.rank, "1");
    const C = stageMatrices(ctx, stage, false, "FLOP", ({ n, rows, columns }) =>
      alg.apply(book.factorFlops, { n, n_a: rows, n_b: columns, r_c }),
    ).dense;
    const products = { C, n_s: x.one, R: x.attentionRate, eta_c: x.gemmEfficiency, c_s: x.sustained };
    parts.push({
      label: "matmuls of the low-rank approximation",
      value: alg.apply(matrixWorkTime, products),
    });
  }
  const tau = alg.sum("time to compress gradients once", "s", parts);
  const c_x = alg.constant("share of the steps that compress", 1 - compression.warmUp, "1", "1 - warm_up");
  return alg.apply(book.partOfSteps, { c_x: meeting(ctx, sync, c_x), tau });
}

/**
 * Share of the steps in which a device compresses gradients. `n` is the share of the steps after warm-up.
 * Islands compress only when they synchronise, so `n` is then divided by the steps between two
 * synchronisations.
 */
function meeting<N>({ alg }: ModelContext<N>, sync: Sync, n: N): N {
  if (!("steps" in sync)) return n;
  return alg.apply(meetingsOfStep, { n, n_H: alg.input("plan.sync.steps", sync.steps, "1") });
}
