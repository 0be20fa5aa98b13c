import { numbers } from "../../core/numbers.ts";
import * as book from "../../formulas/compute/roofline.ts";
import type { Dtype } from "../../scenario/precision.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { embeddingOperators, headOperators } from "../../trainingStep/compute/endOperators.ts";
import { layerOperators } from "../../trainingStep/compute/operators.ts";
import { coreDtype } from "../../trainingStep/inputs/precision.ts";
import type { Operator, OperatorKind } from "../../trainingStep/kernels/operator.ts";
import { context } from "../../trainingStep/model/layerContext.ts";
import { layersOfKind } from "../../trainingStep/model/layersOfKind.ts";
import { stageLayouts } from "../../trainingStep/model/layout.ts";
import { type Counted, counting } from "./counting.ts";

/**
 * A roof of the device: the data sheet's rate, and the rate that kernels reach. FLOP/s of arithmetic, or B/s
 * of memory.
 */
export interface Roof {
  readonly peak: number;
  readonly reached: number;
}

/** One direction of one operator, for one micro-batch on one device. */
export interface RooflinePoint {
  readonly label: string;
  /**
   * Layers of the operator, where a model has several kinds: "dense layers". null at the model's ends, and
   * for a single kind.
   */
  readonly layers: string | null;
  readonly kind: OperatorKind;
  readonly pass: "forward" | "backward";
  /** Format whose peak limits the operator; null for kernels that only move bytes. */
  readonly dtype: Dtype | null;
  /** Runs of the operator for a micro-batch, in all of the model's layers. */
  readonly times: number;
  /** FLOPs of one run; `bytes` in B and `seconds` are for one run as well. */
  readonly flops: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Arithmetic intensity, FLOP/B; `rate` is in FLOP/s. */
  readonly intensity: number;
  readonly rate: number;
  /** Share of the kernel time of a micro-batch, recomputation included. */
  readonly share: number;
  /** The lower roof at the operator's intensity. */
  readonly bound: "memory" | "compute";
}

export interface Roofline {
  readonly memory: Roof;
  /** Roofs of the formats that the plan's kernels use, fastest first. */
  readonly compute: readonly (Roof & { readonly dtype: Dtype })[];
  /** Operators, largest share first. */
  readonly points: readonly RooflinePoint[];
}

type Measured = Omit<RooflinePoint, "share"> & { readonly total: number };

/**
 * Every kernel of the model under the roofs of its device (Williams, Waterman, Patterson, CACM 52(4), 2009):
 * the operators of the step's time, with their FLOPs and the least bytes that they move. For a scenario
 * without errors in refusals.ts.
 */
export function roofline(scenario: Scenario): Roofline {
  const { precision } = scenario.plan;
  const { device } = scenario.cluster;
  const ctx = context(counting, scenario, stageLayouts(scenario.model, scenario.plan));
  const memory: Roof = {
    peak: device.memoryBytesPerSecond,
    reached: numbers.apply(book.reachedBandwidth, {
      W: device.memoryBytesPerSecond,
      eta_m: device.memoryEfficiency,
    }),
  };
  if (!ctx) return { memory, compute: [], points: [] };
  const core = coreDtype(precision);
  const roofOf = (dtype: Dtype): Roof => ({
    peak: device.peak[dtype],
    reached: numbers.apply(book.reachedPeak, {
      R: device.peak[dtype],
      eta_c: device.gemmEfficiency * (dtype === "fp4" ? device.fp4Efficiency : 1),
      c_s: ctx.x.sustained.value,
    }),
  });
  const found: Measured[] = [];
  const add = (operators: readonly Operator<Counted>[], layers: string | null, times: number): void => {
    for (const operator of operators)
      for (const pass of ["forward", "backward"] as const) {
        const { value: seconds, flops: products, bytes } = operator[pass];
        if (seconds <= 0 || bytes <= 0) continue;
        const { kind, label } = operator;
        const wide = kind === "vocabulary" ? precision.head : core;
        const dtype = products === 0 ? null : operator.linear ? precision.compute : wide;
        const flops =
          products || numbers.apply(book.streamingFlops, { Q: bytes, B_a: precision.activationBytes });
        const intensity = numbers.apply(book.intensity, { C: flops, Q: bytes });
        const ridge = numbers.apply(book.ridge, { R: roofOf(dtype ?? core).reached, W: memory.reached });
        const redone = (operator.again ?? operator.forward).value / operator.forward.value;
        const again = pass === "forward" && operator.recomputed ? 1 + redone : 1;
        found.push({
          label,
          layers,
          kind,
          pass,
          dtype,
          times: again * times,
          flops,
          bytes,
          seconds,
          intensity,
          rate: numbers.apply(book.achievedRate, { C: flops, tau: seconds }),
          bound: dtype === null || intensity < ridge ? "memory" : "compute",
          total: again * times * seconds,
        });
      }
  };
  for (const kind of ctx.kinds) {
    const layers = ctx.kinds.length === 1 ? null : kind.of.several;
    add(layerOperators(kind), layers, layersOfKind(ctx, kind).value);
  }
  add(embeddingOperators(ctx), null, 1);
  add(headOperators(ctx), null, 1);
  const all = found.reduce((sum, { total }) => sum + total, 0);
  const points = found
    .map(({ total, ...point }): RooflinePoint => ({ ...point, share: total / all }))
    .sort((a, b) => b.share - a.share);
  const used = [...new Set(points.flatMap(({ dtype }) => dtype ?? []))];
  const compute = used.map((dtype) => ({ dtype, ...roofOf(dtype) })).sort((a, b) => b.peak - a.peak);
  return { memory, compute, points };
}
