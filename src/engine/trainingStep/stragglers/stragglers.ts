import * as book from "../../formulas/step/stragglers.ts";
import type { Jitter } from "../../scenario/failures.ts";
import type { Plan } from "../../scenario/plan.ts";
import { asked } from "../inputs/askedClients.ts";
import type { Context } from "../inputs/context.ts";
import { slowest, type Waiting } from "./slowest.ts";
import { countsOf } from "./spread.ts";

/**
 * Time that a step waits for its slowest device, s; null where all devices are equally fast. `compute` is the
 * time of the step's computation, s.
 */
export function stragglers<N>({ alg, scenario }: Context<N>, compute: N): N | null {
  const { cluster, plan } = scenario;
  const { jitter } = cluster;
  if (jitter === null) return null;
  const waiting = waitingOf(plan);
  const { value, input } = scaleOf(jitter);
  const z_n = alg.constant(
    `deviation of the slowest of ${waitingText(waiting)}`,
    value === 0 ? 0 : (slowest(jitter, waiting) - 1) / value,
    "1",
    `cluster.jitter = ${jitter.kind}: the integral of its order statistics`,
  );
  const delta =
    input === null
      ? alg.constant("standard deviation of the observed times", value, "1", "cluster.jitter.times")
      : alg.input(`cluster.jitter.${input}`, value, "1");
  const lambda_s = alg.apply(book.slowestDevice, { delta, z_n });
  return alg.apply(book.stragglerWait, { lambda_s, tau: compute });
}

/**
 * Devices of a plan that wait for each other: devices of a replica in every layer, replicas in every step,
 * islands when they synchronise, neighbours that gossip.
 */
function waitingOf({ tp, cp, pp, dp, sync }: Plan): Waiting {
  const devices = tp * cp * pp;
  if (sync.kind === "synchronous") return { devices, replicas: dp, dropped: sync.backup, steps: 1 };
  const island = { devices: (devices * dp) / sync.islands, replicas: sync.islands, dropped: 0 };
  if (sync.kind === "local_sgd") return { ...island, steps: sync.steps };
  if (sync.kind === "federated") return { ...island, replicas: asked(sync), steps: sync.steps };
  // A worker waits for those that send to it, which wait for others in later exchanges.
  if (sync.kind === "gossip") return { ...island, replicas: sync.neighbours + 1, steps: sync.steps };
  return { ...island, steps: sync.bound === null ? Number.POSITIVE_INFINITY : sync.bound + 1 };
}

function waitingText({ devices, replicas, dropped, steps }: Waiting): string {
  const all = `${devices * replicas} devices`;
  if (dropped > 0) return `${all}, all but ${dropped} of ${replicas} replicas`;
  if (steps === 1) return all;
  return Number.isFinite(steps) ? `${all} that synchronise every ${steps} steps` : `${devices} devices`;
}

/**
 * Width of the jitter's distribution as a share of the estimated time, and the field of `cluster.jitter` that
 * gives it; the field is null where the width is computed from observed times.
 */
function scaleOf(jitter: Jitter): { readonly value: number; readonly input: string | null } {
  switch (jitter.kind) {
    case "normal":
    case "lognormal":
      return { value: jitter.sigma, input: "sigma" };
    case "slow_devices":
      return { value: jitter.slowdown, input: "slowdown" };
    case "observed":
      return { value: relativeDeviation(jitter), input: null };
  }
}

function relativeDeviation(jitter: Extract<Jitter, { readonly kind: "observed" }>): number {
  const counts = countsOf(jitter);
  let [total, sum, squares] = [0, 0, 0];
  jitter.times.forEach((time, i) => {
    const count = counts[i] ?? 0;
    total += count;
    sum += count * time;
    squares += count * time * time;
  });
  const mean = sum / total;
  return Math.sqrt(Math.max(0, squares / total - mean * mean)) / mean;
}
