import { type Breakdown, partValue } from "../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../src/engine/estimate/estimate.ts";
import { explainScenario, heldBySharding, outputs, slowerFormat } from "../../../src/engine/index.ts";
import { wholeShards } from "../../../src/engine/refusals/wholeShards.ts";
import type { Refusal, Scenario } from "../../../src/engine/scenario/scenario.ts";
import { expertGroup } from "../../../src/engine/trainingStep/fabric/expertGroups.ts";
import { groupOf, shardGroup } from "../../../src/engine/trainingStep/fabric/groups.ts";
import type { PhysicalCase } from "./physicalCase.ts";
import type { Change } from "./programOf.ts";

export interface Answered {
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  readonly warnings: readonly Refusal[];
}

/** A case that the engine answers, and what it answers to the same with a change; null where that is refused. */
export interface Asked {
  readonly of: PhysicalCase;
  readonly base: Answered;
  readonly at: (change: Change) => Answered | null;
}

/** What holds for every machine, model and plan. */
export interface Law {
  readonly name: string;
  /** How a case breaks it, in words; nothing where it holds, or is not asked of such a case. */
  readonly broken: (asked: Asked) => readonly string[];
}

/** Sums are made in different orders: equal to so many parts. */
const ROUNDING = 1e-9;
const exceeds = (a: number, b: number): boolean => a > b * (1 + ROUNDING) + 1e-15;
const times = (a: number, b: number): string => `${(a / b).toFixed(6)} times`;
const step = ({ estimate: { time } }: Answered): number => time.step.value;

/** A faster machine: each with the fields that make it so. */
function faster({ of, base }: Asked): readonly (readonly [string, Change["cluster"]])[] {
  const { scaleUp, scaleOut, device } = base.scenario.cluster;
  const { machine, more } = of;
  const dimensions = machine.link === "link" ? 2 * scaleUp.shape.length : 1;
  const found: (readonly [string, Change["cluster"]])[] = [];
  if (machine.link !== null)
    found.push([
      `${more} times the scale-up bandwidth`,
      { [`scale_up.${machine.link}`]: `${(scaleUp.bytesPerSecond * more) / dimensions} B/s` },
    ]);
  if (scaleOut !== null && machine.nic !== null)
    found.push([
      `${more} times the scale-out bandwidth`,
      { [`scale_out.${machine.nic}`]: `${scaleOut.nicBytesPerSecond * more} B/s` },
    ]);
  found.push([
    `${more} times the memory's bandwidth`,
    { "device.memory_bandwidth": `${device.memoryBytesPerSecond * more} B/s` },
  ]);
  found.push([
    `${more} times the FLOP/s`,
    Object.fromEntries(
      Object.entries(device.peak).map(([name, rate]) => [`device.peak.${name}`, `${rate * more} FLOP/s`]),
    ),
  ]);
  const half = (seconds: number): string => `${seconds / 2} s`;
  found.push(["half the launch time", { "device.launch": half(device.launchSeconds) }]);
  if (scaleUp.kind !== "none")
    found.push([
      "half the scale-up latency",
      {
        "scale_up.latency": half(scaleUp.latencySeconds),
        "scale_up.base_latency": half(scaleUp.baseLatencySeconds),
      },
    ]);
  if (scaleOut !== null)
    found.push([
      "half the scale-out latency",
      {
        "scale_out.latency": half(scaleOut.latencySeconds),
        "scale_out.base_latency": half(scaleOut.baseLatencySeconds),
      },
    ]);
  return found;
}

const fasterMachines: Law = {
  name: "a faster machine is never slower",
  broken: (asked) =>
    faster(asked).flatMap(([what, cluster]) => {
      const found = asked.at({ cluster: cluster ?? {} });
      return found !== null && exceeds(step(found), step(asked.base))
        ? [`${what}: ${times(step(found), step(asked.base))} the step`]
        : [];
    }),
};

/**
 * How many ranks of each group share a domain. A job of other places is another job: replicas that filled half of a node, and fill
 * a whole one in the doubled job, have its other NICs and links.
 */
const places = ({ plan, cluster }: Scenario): string =>
  [
    ...groups.map((degree) => groupOf(plan, cluster, degree)),
    shardGroup(plan, cluster),
    expertGroup(plan, cluster),
  ]
    .map(({ inner }) => inner)
    .join();
const groups = ["tp", "cp", "pp", "dp"] as const;

/** A step without the optimizer's update. */
const passes = (answered: Answered): number =>
  step(answered) - partValue(answered.estimate.time.step, "time.optimizer");

/** A step without the update of state that replicas share out: there are twice as many of them. */
const unshared = (answered: Answered): number =>
  answered.scenario.plan.zero > 0 ? passes(answered) : step(answered);

const doubledJobs: Law = {
  name: "a doubled job on doubled machines is never faster",
  broken({ of, at }) {
    if (of.machine.shape) return [];
    // Megatron's buckets grow with the replicas, and larger ones are sent at more of the links' rate.
    const framework = `${of.framework.replace(/\)?$/, "")}${of.framework.endsWith(")") ? ", " : "("}bucket_per_rank = 0 MB)`;
    const before = at({ plan: { framework } });
    if (before === null) return [];
    const global_batch = `${2 * before.scenario.plan.globalBatch} sequences`;
    const after = at({ nodes: 2 * of.nodes, plan: { framework, global_batch } });
    if (after === null || places(before.scenario) !== places(after.scenario)) return [];
    return exceeds(unshared(before), unshared(after))
      ? [`${times(unshared(after), unshared(before))} the step`]
      : [];
  },
};

/** What state and activations take at the peak: communicators and what an allocator caches are another's than the tensors'. */
const tensors = ({ estimate: { memory } }: Answered): number => memory.peak - memory.reserved;

/** The most that a stage keeps of weights, gradients and the optimizer's state. */
const state = ({ estimate: { memory } }: Answered): number =>
  Math.max(
    ...memory.stages.map((stage) =>
      ["weights", "gradients", "optimizer"].reduce(
        (sum, name) => sum + partValue(stage, `memory.${name}`),
        0,
      ),
    ),
  );

/** Tensors that ZeRO adds: of any other a warning would excuse what the engine has wrong. */
const ADDED_BY_ZERO: ReadonlySet<string> = new Set([
  ...["gathered weights", "gathered weights of experts", "flat copies"],
]);

const sharding: Law = {
  name: "more sharding never holds more, unless a warning says why",
  broken({ of, base, at }) {
    const { tp, cp, pp, zero, dpShard } = base.scenario.plan;
    const found: string[] = [];
    const more = (what: string, answer: Answered | null, held: (answered: Answered) => number): void => {
      if (answer !== null && exceeds(held(answer), held(base)))
        found.push(`${what}: ${times(held(answer), held(base))} the memory`);
    };
    for (let next = zero + 1; next <= 3; next++) {
      const answer = dpShard * cp > 1 ? at({ plan: { zero: `${next}` } }) : null;
      if (answer === null) continue;
      const [warned] = heldBySharding(answer.scenario, answer.estimate.memory);
      if (warned) {
        if (!ADDED_BY_ZERO.has(`${warned.params.added}`)) found.push(`zero ${next}: ${warned.params.added}`);
        continue;
      }
      more(`zero ${zero} to ${next}`, answer, tensors);
      more(`zero ${zero} to ${next}, allocators included`, answer, ({ estimate }) => estimate.memory.peak);
    }
    if (of.machine.shape) return found;
    const nodes = 2 * of.nodes;
    // A stack that keeps shards whole under a pipeline is warned of, whatever else it holds.
    const doubled = (plan: Change["plan"]): Answered | null => {
      const answer = at({ nodes, plan: plan ?? {} });
      return answer === null || wholeShards(answer.scenario).length > 0 ? null : answer;
    };
    more("tp doubled", doubled({ tp: `${2 * tp}` }), tensors);
    // How many micro-batches are in flight belongs to the schedule, and grows with its stages.
    more("pp doubled", doubled({ pp: `${2 * pp}` }), state);
    return found;
  },
};

const recomputation: Law = {
  name: "recomputation saves memory and costs time",
  broken({ base, at }) {
    const found: string[] = [];
    const none = at({ plan: { recompute: "none" } });
    if (none === null) return found;
    for (const kind of ["selective", "full"]) {
      const answer = at({ plan: { recompute: kind } });
      if (answer === null) continue;
      if (exceeds(step(none), step(answer)))
        found.push(`${kind}: ${times(step(answer), step(none))} the step`);
      const before = none.estimate.memory.peak;
      const after = answer.estimate.memory.peak;
      if (exceeds(after, before)) found.push(`${kind}: ${times(after, before)} the memory`);
    }
    void base;
    return found;
  },
};

const precisions: Law = {
  name: "a narrower format is never slower, unless a warning says so",
  broken({ at }) {
    const found: string[] = [];
    const [single, half, eighth] = ["fp32", "bf16", "fp8"].map((precision) => at({ plan: { precision } }));
    // Beside 16 bits the optimizer keeps weights of 32, and writes both.
    if (single && half && exceeds(passes(half), passes(single)))
      found.push(`fp32 to bf16: ${times(passes(half), passes(single))} the step`);
    if (half && eighth && exceeds(step(eighth), step(half)))
      if (slowerFormat(eighth.scenario, step(eighth)).length === 0)
        found.push(`bf16 to fp8: ${times(step(eighth), step(half))} the step`);
    return found;
  },
};

function unsound(tree: Breakdown): string[] {
  const { name, value, parts } = tree;
  const found: string[] = [];
  if (!Number.isFinite(value) || value < 0) found.push(`${name} is ${value}`);
  const sum = parts.reduce((all, part) => all + part.value, 0);
  if (parts.length > 0 && Math.abs(sum - value) > ROUNDING * Math.abs(value))
    found.push(`${name} is ${value}, its parts ${sum}`);
  return [...found, ...parts.flatMap(unsound)];
}

const sums: Law = {
  name: "parts add up, and all is finite",
  broken({ base: { estimate: e } }) {
    const found = [e.time.step, e.params, ...e.memory.stages].flatMap(unsound);
    const held = [
      ...[e.memory.weights, e.memory.gradients, e.memory.optimizer, e.memory.activations],
      ...[e.memory.logits, e.memory.buffers, e.memory.reserved],
    ].reduce((all, part) => all + part, 0);
    if (Math.abs(held - e.memory.peak) > ROUNDING * e.memory.peak)
      found.push(`parts of the peak are ${held}, the peak ${e.memory.peak}`);
    for (const output of outputs) {
      if (output.kind !== "number") continue;
      const value = output.read(e);
      if (value !== null && !Number.isFinite(value)) found.push(`${output.path} is ${value}`);
    }
    if (!(e.mfu > 0 && e.mfu <= e.hfu * (1 + ROUNDING) && e.hfu < 1))
      found.push(`MFU ${e.mfu}, HFU ${e.hfu}`);
    for (const { op, what, totalSeconds, exposedSeconds } of e.comm)
      if (exceeds(exposedSeconds, totalSeconds)) found.push(`${op} of ${what}: exposed beyond its time`);
    return found;
  },
};

const explained: Law = {
  name: "what explains a result has its value",
  broken({ base }) {
    const slow = explainScenario(base.scenario);
    if (!slow.ok) return ["no explanation of what has an estimate"];
    return outputs.flatMap((output) => {
      if (output.kind !== "number") return [];
      const value = output.read(base.estimate);
      const root = output.read(slow.estimate)?.value ?? null;
      return Object.is(value, root) ? [] : [`${output.path}: ${value}, explained ${root}`];
    });
  },
};

export const laws: readonly Law[] = [
  fasterMachines,
  doubledJobs,
  sharding,
  recomputation,
  precisions,
  sums,
  explained,
];
