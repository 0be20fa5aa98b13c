import { multiples, near, ratio } from "./divisors.ts";
import { either, error } from "./row.ts";

/**
 * Advice on values of a field that divide a number, such as `tp = 4 or 8 divides`. `good` is the advice from trying
 * values on the whole scenario: `tp = 4 or 8`, or "" where no value worked, which gives null. Without `good`, the
 * advice names the values from `alone`, which look at this one number only.
 */
const divides = (
  good: string | null | undefined,
  field: string,
  alone: () => readonly number[],
  unit = "",
): string | null => (good === "" ? null : `${good ?? `${field} = ${either(alone())}${unit}`} divides`);
const ways = (...all: readonly (string | null)[]): string | null =>
  all.filter((one) => one !== null).join("; ") || null;

/** Least micro-batch that the replicas of a group of layers divide into whole sequences. */
function leastBatch({ tp, degree }: { readonly tp: number; readonly degree: number }): number {
  let least = 1;
  while ((least * degree) % tp !== 0) least++;
  return least;
}

const numbersOf = (list: string): readonly number[] => list.split(",").map(Number);

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** True where a list has a number for each stage, or for each chunk of all stages. */
const fitsStages = ({ length }: readonly number[], pp: number, chunks: number): boolean =>
  length === pp || length === pp * chunks;

/** The list with layers added to its smallest numbers, or taken from its largest, until it adds up to `layers`. */
function adjusted(list: readonly number[], layers: number): readonly number[] {
  const found = [...list];
  const missing = layers - sum(found);
  // Beyond some thousand layers a step moves several at a time: the advice needs no more than its sum.
  const step = Math.max(1, Math.ceil(Math.abs(missing) / 10_000));
  for (let left = Math.abs(missing); left > 0; left -= step) {
    const some = Math.min(step, left);
    const end = missing > 0 ? Math.min(...found) : Math.max(...found);
    found[found.indexOf(end)] = end + Math.sign(missing) * some;
  }
  return found;
}

/**
 * Catalogue of errors on numbers that do not divide, such as layers by stages. Messages show the division, and values
 * that would divide.
 */
export const divisibleRows = {
  "not-divisible": error<{
    layers: number;
    pp: number;
    vpp: number;
    stack?: string | null | undefined;
    /** Value of the plan's field `split`. The help does not suggest this value, because the plan already has it. */
    split?: string | null | undefined;
    good?: string | null | undefined;
  }>(
    (p) =>
      `${p.layers} layers${p.stack ? ` of the ${p.stack}` : ""} do not divide into ${p.pp} stages${p.vpp > 1 ? ` of ${p.vpp} virtual stages` : ""}`,
    {
      label: (p) =>
        p.vpp > 1
          ? `${p.pp} * ${p.vpp} = ${p.pp * p.vpp} chunks; ${p.layers} / ${p.pp * p.vpp} = ${ratio(p.layers, p.pp * p.vpp)}`
          : `${p.layers} / ${p.pp} = ${ratio(p.layers, p.pp)}`,
      help: (p) => {
        if (p.stack) return `${either(near(p.layers, p.pp))} stages divide; or \`split = uneven\``;
        const good =
          p.layers % p.pp === 0 && p.vpp > 1
            ? divides(p.good, "vpp", () => near(p.layers / p.pp, p.vpp))
            : divides(p.good, "pp", () => near(p.layers, p.pp));
        // In a split with `lighter_ends`, the embedding and the head count as one layer each, as in Megatron Core
        // (--account-for-embedding-in-pipeline-split).
        const split = (p.layers + 2) % (p.pp * p.vpp) === 0 ? "lighter_ends" : "uneven";
        if (p.split === split) return good;
        return `${good === null ? "set" : `${good}; or`} \`split = ${split}\``;
      },
    },
  ),
  "split-not-possible": error<{
    /** Numbers of the list, such as `19, 20, 21, 20`. */
    list: string;
    layers: number;
    pp: number;
    chunks: number;
  }>(
    (p) => {
      const list = numbersOf(p.list);
      const many = p.chunks > 1 ? ` of ${p.chunks} chunks` : "";
      if (!fitsStages(list, p.pp, p.chunks))
        return `\`split\` has ${list.length} number${list.length === 1 ? "" : "s"}, and there are ${p.pp} stages${many}`;
      if (sum(list) !== p.layers)
        return `\`split\` assigns ${sum(list)} layers, and the model has ${p.layers}`;
      const odd = list.find((one) => one % p.chunks !== 0);
      return `\`split\` gives a stage ${odd} layers, which do not divide into ${p.chunks} chunks`;
    },
    {
      label: (p) => `${numbersOf(p.list).join(" + ")} = ${sum(numbersOf(p.list))}`,
      help: (p) => {
        const list = numbersOf(p.list);
        const pieces = `${p.pp * p.chunks} numbers, one per chunk in the model's order`;
        if (fitsStages(list, p.pp, p.chunks))
          return sum(list) === p.layers
            ? `list ${pieces}`
            : `\`split = [${adjusted(list, p.layers).join(", ")}]\` is the nearest that adds up to ${p.layers}`;
        return p.chunks > 1
          ? `list ${p.pp} numbers, one per stage, or ${pieces}`
          : `list ${p.pp} number${p.pp === 1 ? "" : "s"}, one per stage; or set \`pp = ${list.length}\``;
      },
    },
  ),
  "strategies-not-layers": error<{ list: string; covered: number; layers: number }>(
    (p) => `\`strategies\` cover ${p.covered} layers, and the model has ${p.layers}`,
    {
      label: (p) => `${p.list} = ${p.covered}`,
      help: (p) =>
        p.covered < p.layers
          ? `add \`layers(${p.layers - p.covered})\`: the groups cover all layers`
          : `take ${p.covered - p.layers} layers from a group`,
    },
  ),
  "strategies-not-divisible": error<{
    problem: string;
    degree: number;
    other: number;
    tp: number;
    dp: number;
    micro_batch: number;
  }>(
    (p) => {
      if (p.problem === "devices")
        return `layers with tp = ${p.degree} do not divide the ${p.tp * p.dp} devices of a stage`;
      if (p.problem === "sequences")
        return `layers with tp = ${p.degree} would have ${ratio(p.micro_batch * p.degree, p.tp)} sequences in a micro-batch`;
      return `neighbouring layers have tp = ${p.degree} and tp = ${p.other}, neither a multiple of the other`;
    },
    {
      label: (p) => {
        if (p.problem === "devices")
          return `tp ${p.tp} * dp ${p.dp} / ${p.degree} = ${ratio(p.tp * p.dp, p.degree)} replicas`;
        if (p.problem === "sequences")
          return `micro_batch ${p.micro_batch} * ${p.degree} / tp ${p.tp} = ${ratio(p.micro_batch * p.degree, p.tp)}`;
        return "activations are gathered from whole groups of replicas";
      },
      help: (p) => {
        if (p.problem === "devices") return "choose degrees that divide `tp * dp`";
        if (p.problem === "sequences")
          return `a micro-batch is divided over the replicas of a stage: \`micro_batch = ${leastBatch(p)}\` is the least that works`;
        return "use powers of two";
      },
    },
  ),
  "heads-not-divisible": error<{
    heads: number;
    tp: number;
    field?: string | null | undefined;
    good?: string | null | undefined;
  }>(
    (p) =>
      `${p.heads} ${p.field === "kv_heads" ? "key-value heads" : "attention heads"} do not divide by tp = ${p.tp}`,
    {
      label: (p) => `${p.heads} / ${p.tp} = ${ratio(p.heads, p.tp)}`,
      help: (p) => divides(p.good, "tp", () => near(p.heads, p.tp)),
    },
  ),
  "ulysses-heads-not-divisible": error<{
    heads: number;
    tp: number;
    cp: number;
    good?: string | null | undefined;
  }>(
    (p) =>
      `${p.heads} attention heads do not divide by tp * cp = ${p.tp * p.cp}, which \`cp_type = ulysses\` wants`,
    {
      label: (p) => `${p.heads} / (${p.tp} * ${p.cp}) = ${ratio(p.heads, p.tp * p.cp)}`,
      help: (p) =>
        ways(
          divides(p.good, "cp", () => near(p.heads / p.tp, p.cp)),
          "`cp_type = ring` has no such bound",
        ),
    },
  ),
  "recurrence-not-divisible": error<{
    what: "heads" | "groups";
    value: number;
    tp: number;
    cp: number;
    good?: string | null | undefined;
  }>(
    (p) =>
      `${p.value} ${p.what} of the recurrence do not divide by ${p.cp > 1 ? "tp * cp" : "tp"} = ${p.tp * p.cp}`,
    {
      label: (p) =>
        `${p.value} / ${p.cp > 1 ? `(${p.tp} * ${p.cp})` : p.tp} = ${ratio(p.value, p.tp * p.cp)}`,
      help: (p) =>
        p.cp > 1
          ? `heads are sharded over the context-parallel ranks${p.good === "" ? "" : `: ${divides(p.good, "tp * cp", () => near(p.value, p.tp * p.cp))}`}`
          : divides(p.good, "tp", () => near(p.value, p.tp)),
    },
  ),
  "width-not-divisible": error<{
    field: string;
    value: number;
    tp: number;
    degree?: string;
    good?: string | null | undefined;
  }>((p) => `\`${p.field}\` = ${p.value} does not divide by ${p.degree ?? "tp"} = ${p.tp}`, {
    label: (p) => `${p.value} / ${p.tp} = ${ratio(p.value, p.tp)}`,
    help: (p) =>
      [
        // Padding is suggested only for a power of two, because a width padded to a multiple of 3 would not divide by
        // any GEMM tile.
        Number.isInteger(Math.log2(p.tp)) ? `pad it to ${p.tp * Math.ceil(p.value / p.tp)}` : null,
        divides(p.good, p.degree ?? "tp", () => near(p.value, p.tp)),
      ]
        .filter((one) => one !== null)
        .join("; or ") || null,
  }),
  "experts-not-divisible": error<{ experts: number; ep: number; good?: string | null | undefined }>(
    (p) => `${p.experts} experts do not divide by ep = ${p.ep}`,
    {
      label: (p) => `${p.experts} / ${p.ep} = ${ratio(p.experts, p.ep)}`,
      help: (p) => divides(p.good, "ep", () => near(p.experts, p.ep)),
    },
  ),
  "ep-not-divisible": error<{
    ep: number;
    etp: number;
    tp: number;
    cp: number;
    dp: number;
    good?: string | null | undefined;
  }>(
    (p) => `ep * etp = ${p.ep * p.etp} does not divide the ${p.tp * p.cp * p.dp} devices of a pipeline stage`,
    {
      label: (p) =>
        `tp ${p.tp} * cp ${p.cp} * dp ${p.dp} = ${p.tp * p.cp * p.dp}; ${p.tp * p.cp * p.dp} / ${p.ep * p.etp} = ${ratio(p.tp * p.cp * p.dp, p.ep * p.etp)}`,
      help: (p) =>
        `experts are spread over the devices of a stage: tp * cp * dp is a multiple of ep * etp${p.good ? `; ${p.good} divides` : ""}`,
    },
  ),
  "groups-not-possible": error<{
    experts: number;
    groups: number;
    top_groups: number;
    good?: string | null | undefined;
  }>(
    (p) =>
      p.top_groups > p.groups
        ? `a token's experts are in top_groups = ${p.top_groups} groups, and there are ${p.groups}`
        : `${p.experts} experts do not divide into ${p.groups} groups`,
    {
      help: (p) =>
        p.good?.startsWith("top_groups") || (p.good == null && p.top_groups > p.groups)
          ? `top_groups = ${p.groups} is no limit`
          : divides(p.good, "groups", () => near(p.experts, p.groups)),
    },
  ),
  "seq-not-divisible": error<{
    seq_len: number;
    degree: number;
    field: string;
    of?: string | null | undefined;
    good?: string | null | undefined;
  }>((p) => `${p.of ?? "seq_len"} = ${p.seq_len} does not divide by ${p.field} = ${p.degree}`, {
    label: (p) => `${p.seq_len} / ${p.degree} = ${ratio(p.seq_len, p.degree)}`,
    help: (p) => divides(p.good, p.of ?? "seq_len", () => multiples(p.degree, p.seq_len)),
  }),
  "batch-not-divisible": error<{
    global_batch: number;
    dp: number;
    micro_batch: number;
    good?: string | null | undefined;
  }>(
    (p) =>
      `a global batch of ${p.global_batch} sequences does not divide into ${p.dp} replicas of micro-batch ${p.micro_batch}`,
    {
      label: (p) =>
        `${p.dp} * ${p.micro_batch} = ${p.dp * p.micro_batch}; ${p.global_batch} / ${p.dp * p.micro_batch} = ${ratio(p.global_batch, p.dp * p.micro_batch)}`,
      help: (p) =>
        divides(p.good, "global_batch", () => multiples(p.dp * p.micro_batch, p.global_batch), " sequences"),
    },
  ),
  "micro-batches-not-divisible": error<{
    num_micro_batches: number;
    pp: number;
    degree?: string;
    good?: string | null | undefined;
  }>(
    (p) =>
      `the interleaved schedule wants a multiple of ${p.degree ?? "pp"} = ${p.pp} micro-batches, and there are ${p.num_micro_batches}`,
    {
      label: (p) => `${p.num_micro_batches} / ${p.pp} = ${ratio(p.num_micro_batches, p.pp)}`,
      help: (p) => divides(p.good, "num_micro_batches", () => multiples(p.pp, p.num_micro_batches)),
    },
  ),
} as const;
