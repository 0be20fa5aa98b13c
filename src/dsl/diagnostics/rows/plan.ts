import { inBase, print, withUnit } from "../../../units/index.ts";
import { stacksWith } from "../../schema/stacksWith.ts";
import { error, note, warning } from "./row.ts";

const bytes = (value: string | number): string =>
  typeof value === "number" ? print(inBase(value, "B")) : value;
const time = (seconds: number): string =>
  Number.isFinite(seconds) ? print(inBase(seconds, "s")) : "endless time";
const percentOf = (share: number): string => withUnit(String(Number((100 * share).toPrecision(2))), "%");

/** Maximum number of frameworks that a message names. */
const SHOWN = 3;

/**
 * Advice for a feature that a framework lacks: its supported values, frameworks that have the feature, and how to
 * declare it for modified code.
 */
function inFramework(p: { framework: string; ability: string; asked: string; has: string }): string {
  if (p.ability === "conflicts")
    return `change one of them; if your code runs both: \`framework = ${p.framework}(conflicts = [])\``;
  if (p.ability === "sequence_parallelism")
    return `set \`sequence_parallel = ${p.asked === "never"}\`; if your code can do either: \`framework = ${p.framework}(sequence_parallelism = optional)\``;
  const own = `its code has \`${p.ability} = [${p.has}]\``;
  const others = stacksWith(p.ability, p.asked);
  const named = others.slice(0, SHOWN).map((name) => `\`${name}\``);
  const rest = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : "";
  const more = [p.has, p.asked].filter((one) => one !== "").join(", ");
  return [
    own,
    ...(others.length === 0
      ? []
      : [`${named.join(", ")}${rest} ${others.length === 1 ? "has" : "have"} \`${p.asked}\``]),
    `if your code has it too: \`framework = ${p.framework}(${p.ability} = [${more}])\``,
  ].join("; ");
}

/** Advice that reduces the memory of sharded training (ZeRO), by the plan field that it changes. */
const holdsLess = {
  reshard_after: "`reshard_after = forward` frees gathered weights after each pass",
  prefetch: "`prefetch = 0` gathers one layer at a time",
  gradient_scatter: "`gradient_scatter = micro_batch` reduces gradients after each backward pass",
} as const;

/**
 * Catalogue of errors, warnings and notes on plans: document lengths, features that frameworks or devices lack, runs
 * that never finish, and memory.
 */
export const planRows = {
  "shares-not-lengths": error<{ lengths: number; shares: number; least: number; shortest: number }>(
    (p) =>
      p.lengths === 0
        ? "`documents` has no lengths"
        : p.lengths !== p.shares
          ? `\`documents\` has ${p.lengths} lengths and ${p.shares} shares`
          : p.least < 0
            ? `\`documents\` has a share of ${p.least}`
            : p.shortest < 1
              ? `\`documents\` has a length of ${p.shortest} tokens`
              : "all shares of `documents` are 0",
    {
      help: () =>
        "give one share for each length, none below 0; without `shares` there is one document of each length",
    },
  ),
  "no-effect": warning<{ field: string; why: string; instead: string }>(
    (p) => `\`${p.field}\` has no effect: ${p.why}`,
    { help: (p) => `${p.instead}, or leave \`${p.field}\` out` },
  ),
  "shards-kept-whole": warning<{
    zero: number;
    pp: number;
    whole: "weights" | "gradients" | "weights and gradients";
    framework: string;
  }>(
    (p) =>
      `under \`pp = ${p.pp}\`, \`${p.framework}\` keeps a stage's ${p.whole} unsharded until the step ends: \`zero = ${p.zero}\` saves less memory than its shards suggest`,
    {
      label: () => "sharded over replicas, but unsharded between passes",
      help: (p) =>
        [
          p.whole === "gradients" ? [] : [holdsLess.reshard_after],
          p.whole === "weights" ? [] : [holdsLess.gradient_scatter],
        ]
          .flat()
          .join("; "),
    },
  ),
  "sharding-holds-more": warning<{
    zero: number;
    lower: number;
    /**
     * Memory that is higher under `zero` than under the lower ZeRO stage. `peak`: the device's peak memory. `tensors`:
     * only the memory of tensors, because the allocator's reserve absorbs the difference.
     */
    what: "peak" | "tensors";
    held: number;
    less: number;
    added: string;
    bytes: number;
    /** "yes" where the framework supports the lower ZeRO stage, so that the help suggests it; else "no". */
    runs: "yes" | "no";
    /** Names of the plan fields that can reduce the memory, separated by commas. The help has advice for each. */
    mends: string;
  }>(
    (p) =>
      `\`zero = ${p.zero}\` holds more than \`zero = ${p.lower}\`: ${p.what === "peak" ? "peak memory" : "memory of tensors"} is ${bytes(p.held)} per device, and would be ${bytes(p.less)}`,
    {
      label: (p) => `${p.added}: ${bytes(p.bytes)} more than under \`zero = ${p.lower}\``,
      help: (p) =>
        [
          p.runs === "yes"
            ? `set \`zero = ${p.lower}\`, or shard over more devices`
            : "shard over more devices",
          ...Object.entries(holdsLess).flatMap(([field, how]) =>
            p.mends.split(", ").includes(field) ? [how] : [],
          ),
        ].join("; "),
    },
  ),
  "format-slower": warning<{ precision: string; step: number; other: number; rates: "same" | "different" }>(
    (p) =>
      `a step in \`${p.precision}\` takes ${percentOf(p.step / p.other - 1)} longer than in \`bf16\`: ${p.rates === "same" ? "the device's rate is the same, and casts take time" : "casts take more than matmuls save"}`,
    {
      help: (p) =>
        p.rates === "same"
          ? "set `precision = bf16`"
          : "set `precision = bf16`, or make matmuls larger: a larger `micro_batch`, a smaller `tp`",
    },
  ),
  "not-in-framework": warning<{
    framework: string;
    what: string;
    ability: string;
    asked: string;
    has: string;
  }>((p) => `\`${p.framework}\` does not run ${p.what}`, { help: inFramework }),
  "not-carried": warning<{ program: string; settings: string }>(
    (p) => `the file for ${p.program} cannot express ${p.settings}`,
    {
      help: () =>
        "change the plan to what the file can express, or launch with a framework that has these settings; the column `here` shows the value that the run then has",
    },
  ),
  "pattern-not-possible": error<{ problem: string }>(
    (p) => `this pattern of layers is not possible: ${p.problem}`,
    { help: () => "every layer that `pattern` names needs its `attention`, `recurrent` or `mlp`" },
  ),
  "tokens-not-image": error<{
    seq_len: number;
    image: number;
    patch: number;
    extra: number;
    tokens: number;
  }>(
    (p) =>
      Number.isInteger(p.tokens)
        ? `seq_len = ${p.seq_len} is not an image: (${p.image} / ${p.patch})^2 patches and ${p.extra} more are ${p.tokens} tokens`
        : `patches of ${p.patch} do not divide images of ${p.image}`,
    {
      help: (p) =>
        Number.isInteger(p.tokens)
          ? `write \`seq_len = ${p.tokens}\``
          : "choose a patch that divides the image",
    },
  ),
  "seq-beyond-model": warning<{ seq_len: number; max_seq_len: number }>(
    (p) =>
      `seq_len = ${p.seq_len} is longer than the model's learned positions, max_seq_len = ${p.max_seq_len}`,
  ),
  "no-rate": error<{ device: string; dtype: string }>(
    (p) => `device \`${p.device}\` has no ${p.dtype} rate`,
    { help: (p) => `give it one, \`peak = rates(${p.dtype} = .. TFLOP/s)\`, or choose another precision` },
  ),
  "no-drives": error<{ cluster: string }>((p) => `cluster \`${p.cluster}\` has no drives`, {
    help: () => "give it some, `nvme = drives(8, capacity = 3.84 TB)`, or offload to the `host`",
  }),
  "never-finishes": error<{
    mtbf: number;
    blocking: number;
    interval: number;
    recovery: number;
    goodput: number;
  }>(
    (p) =>
      `this run never finishes: the cluster fails every ${time(p.mtbf)}, a checkpoint stops training for ${time(p.blocking)}, and recovery takes ${time(p.recovery)}`,
    {
      label: (p) =>
        p.blocking >= p.mtbf
          ? "a checkpoint takes longer than the time between failures"
          : `${p.goodput > 0 ? percentOf(p.goodput) : "nothing"} of the time would be progress, with ${time(p.interval)} of training between checkpoints`,
      help: () =>
        "use faster or in-memory checkpoints, more storage bandwidth, a shorter restart or fewer devices; or check `cluster.failures`",
    },
  ),
  "spares-exceed-cluster": error<{ spares: number; nodes: number }>(
    (p) => `${p.spares} spare nodes for a cluster of ${p.nodes}`,
    { help: () => "spares are additional to the nodes that train; a few percent are usual" },
  ),
  "over-memory": note<{ peak: string | number; capacity: string | number }>(
    (p) => `the plan needs ${bytes(p.peak)} on its fullest device, which has ${bytes(p.capacity)}`,
    { help: () => "raise tp, pp or zero, lower micro_batch, or recompute activations" },
  ),
  "over-host-memory": note<{ place: string; held: string | number; capacity: string | number }>(
    (p) =>
      `the plan offloads ${bytes(p.held)} to the ${p.place === "host" ? "host memory" : "drives"} of a node, which has ${bytes(p.capacity)}`,
    {
      help: (p) =>
        p.place === "host"
          ? "more nodes, a higher zero, or `nvme` instead of `host`"
          : "more nodes, a higher zero, or more drives",
    },
  ),
  "not-offered": error<{ name: string; what: string; why: string; instead: string }>(
    (p) => `\`${p.name}\` is not modelled (${p.what}): ${p.why}`,
    { help: (p) => p.instead },
  ),
  "not-modelled": error<{ what: string; instead?: string | null | undefined }>(
    (p) => `${p.what} is not modelled`,
    {
      help: (p) => p.instead ?? "remove it to get an estimate; a made-up number would be worse than none",
    },
  ),
} as const;
