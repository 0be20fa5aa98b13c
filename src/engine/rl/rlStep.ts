import type { Algebra } from "../core/algebra.ts";
import { type Breakdown, breakdownsOf } from "../estimate/breakdown.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { RlEstimate } from "../estimate/rl.ts";
import * as book from "../formulas/run/rl.ts";
import type { Rl } from "../scenario/rl.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Generation, generation } from "./generation.ts";
import { rolloutDevices } from "./rlRefusals.ts";

const part = breakdownsOf("rl", "s");

/**
 * One iteration of RL post-training, given the estimate of the plan's optimizer step. Null where the plan has no `rl`
 * or the model cannot be served as it says.
 */
export function rlStep<N>(alg: Algebra<N>, scenario: Scenario, estimate: Estimate<N>): RlEstimate<N> | null {
  const { plan, cluster } = scenario;
  const { rl } = plan;
  if (!rl) return null;
  const { placement, rollout } = rl;
  const trainers = cluster.devices;
  const rolling = rolloutDevices(scenario, rl);
  const replicas = Math.floor(rolling / (rollout.tp * rollout.pp));
  const made = replicas < 1 ? null : generation(alg, scenario, rl, replicas);
  if (!made) return null;
  const counted = (name: string, value: number): N => alg.constant(name, value, "1", "plan.rl");
  const tokens = alg.apply(book.iterationTokens, {
    n_p: alg.input("plan.rl.prompts", rl.prompts, "1"),
    n_y: alg.input("plan.rl.samples", rl.samples, "1"),
    l_p: alg.input("plan.rl.prompt", rl.promptTokens, "token"),
    l_r: alg.input("plan.rl.response.mean", rl.response.mean, "token"),
  });
  const work = trained(alg, scenario, estimate, rl, tokens);
  const sync = syncOf(alg, scenario, estimate, rl);
  const parts = partsOf(alg, rl, made, work, sync);
  const T = alg.sum(
    "time of an iteration",
    "s",
    parts.map(({ label, value }) => ({ label, value })),
  );
  const busy = alg.sum("time in which trainers work", "s", [
    { label: "log-probabilities", value: work.logProbs },
    { label: "training", value: work.training },
  ]);
  const generating = placement.kind === "asynchronous" && hidesTail(rl) ? made.streamed : made.total;
  const both = alg.sum("time in which devices work", "s", [
    { label: "generation", value: generating },
    { label: "training", value: busy },
  ]);
  const colocated = placement.kind === "colocated";
  const idle = (tau: N): N => alg.apply(book.idleShare, { tau, T });
  const trainerIdle = idle(colocated ? both : busy);
  const rolloutIdle = idle(colocated ? both : generating);
  const rate = alg.apply(book.iterationRate, { n_T: tokens, T });
  const devices = colocated ? trainers : trainers + rolling;
  const n_g = alg.constant("devices of an iteration", devices, "1", "cluster.devices and plan.rl.placement");
  const iterations = rl.iterations === null ? null : alg.input("plan.rl.iterations", rl.iterations, "1");
  const time = iterations && alg.apply(book.iterationsTime, { n_i: iterations, T });
  return {
    step: { name: "rl", label: "RL iteration", unit: "s", value: T, parts },
    generation: made.total,
    tail: made.tail,
    logProbs: work.logProbs,
    training: work.training,
    sync,
    trainerIdle,
    rolloutIdle,
    idle: colocated
      ? trainerIdle
      : alg.apply(book.idleOfAll, {
          n_1: counted("devices that train", trainers),
          c_1: trainerIdle,
          n_2: counted("devices that generate", rolling),
          c_2: rolloutIdle,
        }),
    devices: n_g,
    trainers: counted("devices that train", trainers),
    iterations,
    tokens,
    tokensPerSecond: rate,
    tokensPerSecondPerDevice: alg.apply(book.iterationRateEach, { n_r: rate, n_g }),
    replicas: counted("replicas of the engine", replicas),
    concurrency: counted("sequences at the same time", made.concurrency),
    time,
    deviceTime:
      time &&
      alg.apply(book.iterationsDeviceTime, {
        n_g: alg.constant("devices", devices, "GPU", "cluster.devices and plan.rl.placement"),
        tau: time,
      }),
  };
}

/** True where an engine's places never empty, because responses of several updates are in progress. */
const hidesTail = ({ placement }: Rl): boolean =>
  placement.kind === "asynchronous" && (placement.partial || placement.staleness > 1);

interface Work<N> {
  readonly logProbs: N;
  readonly training: N;
}

/** Passes and training over the responses, on the plan's devices. */
function trained<N>(alg: Algebra<N>, { plan }: Scenario, { time }: Estimate<N>, rl: Rl, n_T: N): Work<N> {
  const B = alg.input("plan.global_batch", plan.globalBatch, "1");
  const s = alg.input("plan.seq_len", plan.seqLen, "token");
  return {
    logProbs: alg.apply(book.passTime, {
      n_f: alg.input("plan.rl.passes", rl.passes + (rl.critic ? 1 : 0), "1"),
      tau_f: time.forward,
      m: alg.input("plan.num_micro_batches", plan.numMicroBatches, "1"),
      p: alg.input("plan.pp", plan.pp, "1"),
      v: alg.input("plan.vpp", plan.vpp, "1"),
      ...{ n_T, B, s },
    }),
    training: alg.apply(book.trainedTime, {
      n_a: alg.constant("trained models", rl.critic ? 2 : 1, "1", "plan.rl.critic"),
      T: time.step.value,
      ...{ n_T, B, s },
    }),
  };
}

/** Bandwidths at which trained weights reach an engine on the devices that train, and on other nodes, B/s: fitted. */
const SYNC_RATE = { colocated: 30e9, apart: 80e9 };

function syncRate<N>(alg: Algebra<N>, { syncBytesPerSecond, placement }: Rl): N {
  if (syncBytesPerSecond !== null) return alg.input("plan.rl.sync", syncBytesPerSecond, "B/s");
  const rate = placement.kind === "colocated" ? SYNC_RATE.colocated : SYNC_RATE.apart;
  return alg.constant(
    "bandwidth of trained weights to an engine",
    rate,
    "B/s",
    "fitted: src/engine/CALIBRATION.md",
  );
}

/** Time from the end of training until engines generate with the new weights. */
function syncOf<N>(alg: Algebra<N>, { plan, cluster }: Scenario, { params, memory }: Estimate<N>, rl: Rl): N {
  const sent = alg.apply(book.weightSync, {
    B_w: alg.constant(
      "bytes of a weight",
      rl.rollout.weightBytes ?? plan.precision.weightBytes,
      "B/param",
      "plan.rl.rollout",
    ),
    P: params.value,
    R_s: syncRate(alg, rl),
  });
  if (rl.placement.kind !== "colocated")
    return alg.sum("weights to the engines", "s", [{ label: "weights sent", value: sent }]);
  const state = alg.sum("training state on a device", "B", [
    { label: "weights", value: memory.weights },
    { label: "gradients", value: memory.gradients },
    { label: "optimizer state", value: memory.optimizer },
  ]);
  return alg.sum("change between training and generation", "s", [
    { label: "weights sent", value: sent },
    {
      label: "training state to the host and back",
      value: alg.apply(book.stateSwap, {
        Q: state,
        R_h: alg.input("cluster.device.host_link", cluster.device.hostBytesPerSecond, "B/s"),
      }),
    },
  ]);
}

/** Parts of an iteration as they follow one another. What training hides of the generation is not among them. */
function partsOf<N>(
  alg: Algebra<N>,
  rl: Rl,
  made: Generation<N>,
  { logProbs, training }: Work<N>,
  sync: N,
): readonly Breakdown<N>[] {
  const { placement } = rl;
  const busy = alg.sum("passes and training", "s", [
    { label: "log-probabilities", value: logProbs },
    { label: "training", value: training },
  ]);
  const generated =
    placement.kind === "asynchronous"
      ? part(
          "generation",
          "generation that training does not hide",
          alg.apply(book.exposedGeneration, {
            tau_g: hidesTail(rl) ? made.streamed : made.total,
            tau_t: busy,
          }),
        )
      : part("generation", "generation", made.total);
  const seconds = (path: string, value: number): N => alg.input(`plan.rl.${path}`, value, "s");
  return [
    generated,
    part("reward", "rewards", seconds("reward", rl.rewardSeconds)),
    part("log_probs", "log-probabilities of old policy and reference", logProbs),
    part("training", "training", training),
    part("sync", "weights to the engines", sync),
    part("overhead", "batches, advantages, logging", seconds("overhead", rl.overheadSeconds)),
  ];
}
