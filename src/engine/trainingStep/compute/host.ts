import { product } from "../../formulas/communication/collectives.ts";
import { expertLaunches, hostTime, hostWait } from "../../formulas/compute/host.ts";
import { inputGradientTime } from "../../formulas/step/pipeline.ts";
import { splitsBackward } from "../../schedules/pieces.ts";
import type { LayerComm, Recurring } from "../communication/communication.ts";
import { groupOf } from "../fabric/groups.ts";
import { isLow } from "../inputs/precision.ts";
import { keepsByOperator } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { softmaxLaunches } from "./attention.ts";

/** Forward and backward time of one micro-batch through a layer, or through the embedding or head, s. */
export interface Directions<N> {
  readonly forward: N;
  readonly backward: N;
}

/** Time of a layer including waits for the host to launch kernels, s. */
export interface Launched<N> extends Directions<N> {
  /** Part of `forward` plus `backward` in which the device waits for the host, s. */
  readonly wait: N;
  /** Part of `backward` that computes gradients of the weights, s. */
  readonly weights: N;
}

/**
 * Adds to a layer's device time `busy` the waits for the host to launch kernels and collectives. `weights` is
 * the part of backward for gradients of weights, s. Where backward is split into two passes, gradients of
 * weights and of inputs wait separately.
 */
export function withHost<N>(
  ctx: LayerContext<N>,
  busy: Directions<N>,
  weights: N,
  comm: LayerComm<N>,
): Launched<N> {
  const { alg, scenario, recompute } = ctx;
  const passes = ctx.gradients !== "none";
  const again = recompute.kind === "full" || keepsByOperator(recompute);
  const back = passes ? (again ? 3 : 2) : 0;
  const apart = passes && splitsBackward(scenario.plan.schedule);
  const forward = wait(ctx, 1, comm.forward, busy.forward);
  const inWeights = apart ? wait(ctx, 1, [], weights) : null;
  const rest = apart
    ? wait(
        ctx,
        back - 1,
        [...comm.recompute, ...comm.backward],
        alg.apply(inputGradientTime, { tau_1: busy.backward, tau_2: weights }),
      )
    : wait(ctx, back, [...comm.recompute, ...comm.backward], busy.backward);
  const backward =
    inWeights === null
      ? rest
      : alg.sum("waiting for the host backward", "s", [
          { label: "device idle for the host, weight gradients", value: inWeights },
          { label: "device idle for the host, other backward kernels", value: rest },
        ]);
  const total = (direction: string, tau: N, waits: N): N =>
    alg.sum(`time of a layer ${direction}`, "s", [
      { label: `${direction} time of the layer on the device`, value: tau },
      { label: `device idle for the host's launches, ${direction}`, value: waits },
    ]);
  return {
    forward: total("forward", busy.forward, forward),
    backward: total("backward", busy.backward, backward),
    wait: alg.sum("waiting for the host to launch a layer", "s", [
      { label: "device idle for the host's launches, forward", value: forward },
      { label: "device idle for the host's launches, backward", value: backward },
    ]),
    weights:
      inWeights === null
        ? weights
        : alg.sum("gradients of a layer's weights", "s", [
            { label: "weight-gradient kernels of the layer", value: weights },
            { label: "device idle for the host, weight gradients", value: inWeights },
          ]),
  };
}

/**
 * Time in which the device waits for the host in one direction of a layer, s. `tau` is the device's time in
 * this direction, s. The host launches `passes` times the kernels of a forward pass, and the collectives.
 */
function wait<N>(ctx: LayerContext<N>, passes: number, collectives: readonly Recurring<N>[], tau: N): N {
  const { alg, x, scenario } = ctx;
  const { framework } = scenario.plan;
  if (framework.cudaGraphs)
    return alg.constant("waiting for launches", 0, "s", "kernels are launched as graphs");
  const forwards = alg.constant(
    "passes the host launches",
    passes,
    "1",
    "backward is two, recomputation one",
  );
  const calls = collectives.map(({ what, calls }) => ({ label: what, value: calls }));
  const dense = denseLaunches(ctx);
  const launches = ctx.experts
    ? alg.apply(expertLaunches, { n: dense, n_l: ctx.experts.local, n_x: launchesOfExpert(ctx) })
    : dense;
  const tau_n = alg.apply(hostTime, {
    n: alg.apply(product, { n: forwards, n_c: launches }),
    tau_l: x.launchTime,
    n_c: alg.sum("collectives of a layer", "1", calls),
    tau_k: x.collectiveLaunch,
    n_r: x.tp,
    tau_r: x.rankLaunch,
    n_f: alg.constant(
      "further nodes",
      groupOf(scenario.plan, scenario.cluster, "tp").outer - 1,
      "1",
      "the plan's degrees on the machine",
    ),
    tau_f: x.nodeLatency,
  });
  return alg.apply(hostWait, { tau_n, tau });
}

/** Number of operations that the host launches in a layer's forward pass, without routed experts and collectives. */
function denseLaunches<N>(ctx: LayerContext<N>): N {
  const { alg, x } = ctx;
  const more = softmaxLaunches(ctx);
  if (more === 0) return x.launches;
  return alg.sum("operations of a layer", "1", [
    { label: "kernels that the framework launches per layer", value: x.launches },
    {
      label: "softmax in PyTorch's kernels",
      value: alg.constant("kernels that the fused softmax would be one of", more, "1", "attention.ts"),
    },
  ]);
}

/**
 * Number of kernels that the host launches for each routed expert. Under 8 or 4 bits they include casts, which
 * are launched separately for each expert.
 */
function launchesOfExpert<N>({ alg, x, scenario }: LayerContext<N>): N {
  if (!isLow(scenario.plan.precision)) return x.expertLaunches;
  return alg.sum("operations of one expert", "1", [
    { label: "matmuls, activation and sorting kernels of one expert", value: x.expertLaunches },
    { label: "casts of one expert", value: x.expertCastLaunches },
  ]);
}
