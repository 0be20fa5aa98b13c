import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as comm from "../../formulas/communication/collectives.ts";
import * as payloads from "../../formulas/communication/payloads.ts";
import { streamingKernelTime } from "../../formulas/compute/kernels.ts";
import * as book from "../../formulas/compute/optimizers.ts";
import { gradientPasses, optimizerBytes } from "../../formulas/compute/work.ts";
import { type Recurring, recurring } from "../communication/communication.ts";
import { expertShardGroup } from "../fabric/expertGroups.ts";
import { groupOf, shardGroup } from "../fabric/groups.ts";
import { optimizerTraits } from "../inputs/optimizers.ts";
import { kernelStart } from "../kernels/kernels.ts";
import { matrixState } from "../memory/optimizerState.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { type MatrixState, stageMatrices } from "../model/stageMatrices.ts";
import type { WeightMatrices } from "../model/weightMatrices.ts";
import type { LargestStage } from "./largestStage.ts";

/**
 * Size of the optimizer update that a step waits for: the slowest stage, and the largest numbers of parameters that
 * any stage trains and gathers.
 */
export interface Updated<N> extends LargestStage<N> {
  readonly stage: StageLayout;
}

/**
 * Time of one optimizer update on the device, s: optimizer state is read and written, and Muon and Shampoo run matmuls
 * on weight matrices.
 */
export function optimizerTime<N>(ctx: ModelContext<N>, updated: Updated<N>): N {
  const { alg, x } = ctx;
  const passes = passedBytes(ctx, updated);
  const moved = movedBytes(ctx, updated);
  const moving = alg.apply(streamingKernelTime, {
    Q:
      passes === null
        ? moved
        : alg.sum("bytes that the optimizer update and gradient passes move", "B", [
            { label: "bytes that the optimizer update reads and writes", value: moved },
            ...passes,
          ]),
    W: x.memoryRate,
    eta_m: x.memoryEfficiency,
    n: x.one,
    tau_0: kernelStart(alg),
  });
  const products = matrixWork(ctx, updated.stage);
  if (products.length === 0) return moving;
  return alg.sum("time of the optimizer's update", "s", [
    { label: "reading and writing optimizer state", value: moving },
    ...products,
  ]);
}

/** Number of ranks that shard the optimizer state and its update: of routed experts, and of all other parameters. */
export function stateShards<N>({ x, kinds, scenario }: ModelContext<N>): MatrixState<N> {
  if (scenario.plan.zero === 0) return { dense: x.one, experts: x.one };
  return {
    dense: x.shards,
    experts: kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one,
  };
}

/**
 * Bytes that one optimizer update of a device's parameters reads and writes, in the memory of the device (or of the
 * host if the host updates).
 */
export function movedBytes<N>(ctx: ModelContext<N>, updated: Updated<N>): N {
  const { alg, x } = ctx;
  const { stage, dense, experts } = updated;
  const shards = stateShards(ctx);
  const bytes = (P: N, n_s: N): N =>
    alg.apply(optimizerBytes, {
      B_g: x.gradientBytes,
      B_m: x.masterBytes,
      n_o: x.moments,
      B_o: x.momentBytes,
      B_w: x.weightBytes,
      P,
      n_s,
    });
  const most = overDegrees(ctx, updated, shards.dense, bytes);
  const state = matrixState(ctx, stage, dense, shards);
  const norms = normBytes(ctx, updated);
  if (experts === null && state === null && norms.length === 0) return most;
  const parts = [{ label: "update of all parameters except routed experts", value: most }, ...norms];
  if (experts !== null)
    parts.push({ label: "update of routed experts", value: bytes(experts, shards.experts ?? x.one) });
  if (state !== null)
    parts.push({ label: "optimizer state kept per matrix", value: alg.apply(book.movedState, { Q: state }) });
  return alg.sum("bytes the optimizer's update moves", "B", parts);
}

/**
 * Bytes of all parameters except routed experts, by `of`. `shards` is 1 where each rank has all of them; otherwise groups
 * of layers have as many shards as their own degrees leave.
 */
function overDegrees<N>(
  { alg, x }: ModelContext<N>,
  { dense, degrees }: Updated<N>,
  shards: N,
  of: (P: N, n_s: N) => N,
): N {
  if (degrees.length === 0) return of(dense, shards);
  const parts = degrees.map(({ label, P, ctx }) => ({
    label,
    value: of(P, shards === x.one ? x.one : ctx.x.shards),
  }));
  return alg.sum("bytes of all groups of layers", "B", parts);
}

/** Bytes that LAMB and LARS move for the norms by which they scale each layer's update; empty for other optimizers. */
function normBytes<N>(ctx: ModelContext<N>, updated: Updated<N>): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { experts } = updated;
  const { norms, source } = optimizerTraits[scenario.plan.optimizer];
  if (norms === null) return [];
  const shards = stateShards(ctx);
  const n_u = alg.constant(
    "times that an fp32 update is written or read for its norm",
    norms.update,
    "1",
    source,
  );
  const B_u = alg.constant("bytes of the update of a parameter", 4, "B", "fp32");
  const n_v = alg.constant("times that the gradient is read for its norm", norms.gradient, "1", source);
  const bytes = (P: N, n_s: N): N =>
    alg.apply(book.layerNorms, {
      ...{ n_u, B_u, n_v, B_g: x.gradientBytes, B_m: x.masterBytes, B_w: x.weightBytes },
      P,
      n_s,
    });
  const found = [{ label: "norms of each layer", value: overDegrees(ctx, updated, shards.dense, bytes) }];
  if (experts !== null)
    found.push({ label: "norms of routed experts", value: bytes(experts, shards.experts ?? x.one) });
  return found;
}

/**
 * Bytes that passes over gradients move outside the optimizer update, such as zeroing and norms; null where the
 * framework runs none. Under ZeRO 2 and 3 a pass covers only a rank's shard of the gradients.
 */
function passedBytes<N>(ctx: ModelContext<N>, updated: Updated<N>): readonly Part<N>[] | null {
  const { alg, x, scenario } = ctx;
  const { experts } = updated;
  const { framework, zero } = scenario.plan;
  if (framework.gradientPasses === 0) return null;
  const shards = zero < 2 ? { dense: x.one, experts: x.one } : stateShards(ctx);
  const bytes = (P: N, n_s: N): N =>
    alg.apply(gradientPasses, { n: x.gradientPasses, B_g: x.gradientBytes, P, n_s });
  const found = [
    {
      label: "bytes of passes over gradients (zeroing, norm, checks)",
      value: overDegrees(ctx, updated, shards.dense, bytes),
    },
  ];
  if (experts !== null)
    found.push({
      label: "bytes of passes over the routed experts' gradients",
      value: bytes(experts, shards.experts ?? x.one),
    });
  return found;
}

/**
 * Times of the optimizer's matmuls in one update, s: Newton-Schulz iterations of Muon, preconditioning of Shampoo. The
 * ranks that shard the optimizer state divide this work. Empty for other optimizers.
 */
function matrixWork<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { optimizer, shampoo, tp, etp } = scenario.plan;
  const { matrices, source } = optimizerTraits[optimizer];
  if (matrices === null || matrices === "factored") return [];
  const shards = stateShards(ctx);
  const ranks = (n: N, split: number): N =>
    split === 1
      ? n
      : alg.apply(comm.product, {
          n,
          n_c: alg.constant("ranks that a matrix is split over", split, "1", "tp, or etp for experts"),
        });
  const share = {
    dense: ranks(shards.dense, tp),
    experts: ranks(shards.experts ?? x.one, etp),
  };
  const time = (label: string, R: N, of: (matrix: WeightMatrices<N>) => N): readonly Part<N>[] => {
    const flops = stageMatrices(ctx, stage, true, "FLOP", of);
    const seconds = (C: N, n_s: N): N =>
      alg.apply(book.matrixWorkTime, { C, n_s, R, eta_c: x.gemmEfficiency, c_s: x.sustained });
    const found = [{ label, value: seconds(flops.dense, share.dense) }];
    if (flops.experts !== null)
      found.push({ label: `${label}, routed experts`, value: seconds(flops.experts, share.experts) });
    return found;
  };
  if (!shampoo) {
    const n_i = alg.constant("iterations of Newton and Schulz", 5, "1", source);
    return time("Newton-Schulz iterations of Muon", x.attentionRate, ({ n, rows, columns }) =>
      alg.apply(book.newtonSchulzFlops, { n, n_a: rows, n_b: columns, n_i }),
    );
  }
  const n_k = alg.input("plan.optimizer.block", shampoo.block, "1");
  const n_j = alg.input("plan.optimizer.interval", shampoo.interval, "1");
  const vector = alg.input("cluster.device.peak.fp32", scenario.cluster.device.peak.fp32, "FLOP/s");
  return [
    ...time("Shampoo statistics and preconditioning", x.attentionRate, ({ n, rows, columns }) =>
      alg.apply(book.preconditionFlops, { n, n_a: rows, n_b: columns, n_k }),
    ),
    ...time("Shampoo inverse roots", vector, ({ n, rows, columns }) =>
      alg.apply(book.inverseRootFlops, { n, n_a: rows, n_b: columns, n_k, n_j }),
    ),
  ];
}

/**
 * All-gathers of momenta in one update for Muon and Shampoo, which need whole matrices. Momenta are gathered in 16
 * bits, first over the ranks that shard the optimizer state, then over the tensor-parallel ranks (arXiv:2502.16982,
 * section 2.3). Empty for other optimizers.
 */
export function matrixComm<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const { matrices } = optimizerTraits[plan.optimizer];
  if (matrices === null || matrices === "factored") return [];
  const B_x = alg.constant("bytes of a gathered momentum", 2, "B", "bf16: arXiv:2502.16982, section 2.3");
  const { dense, experts } = stageMatrices(ctx, stage, false, "param", ({ n, rows, columns }) =>
    alg.apply(book.matrixNumbers, { n, n_a: rows, n_b: columns }),
  );
  const found: Recurring<N>[] = [];
  const gather = (dimension: "dp" | "tp", what: string, bytes: N, group: Recurring<N>["group"]): void => {
    if (group.size > 1)
      found.push(recurring(ctx, { dimension, op: "all_gather", what, group, bytes, calls: x.one }));
  };
  if (plan.zero > 0) {
    const payload = (P: N): N => alg.apply(payloads.gradientPayload, { B_x, P });
    gather("dp", "momenta", payload(dense), shardGroup(plan, cluster));
    if (experts !== null)
      gather("dp", "momenta of experts", payload(experts), expertShardGroup(plan, cluster));
  }
  if (plan.tp > 1) {
    const n_s = stateShards(ctx).dense;
    const bytes = alg.apply(book.gatheredMomenta, { B_x, P: dense, t: x.tp, n_s });
    gather("tp", "momenta", bytes, groupOf(plan, cluster, "tp"));
  }
  return found;
}
