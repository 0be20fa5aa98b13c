import { inBase, print, withUnit } from "../../../units/index.ts";
import { either, error, note, warning } from "../row.ts";
import { near } from "./divisors.ts";

const bytes = (value: string | number): string =>
  typeof value === "number" ? print(inBase(value, "B")) : value;
const time = (seconds: number): string =>
  Number.isFinite(seconds) ? print(inBase(seconds, "s")) : "endless time";
const percentOf = (share: number): string => withUnit(String(Number((100 * share).toPrecision(2))), "%");
const ratio = (a: number, b: number): string => String(Number((a / b).toPrecision(5)));

/**
 * What of a field divides: `good`, as tried on the whole scenario, `tp = 4 or 8`; by this number alone where nobody tried;
 * nothing where none of those tried leaves the rest whole.
 */
const divides = (
  good: string | null | undefined,
  field: string,
  alone: () => readonly number[],
  unit = "",
): string | null => (good === "" ? null : `${good ?? `${field} = ${either(alone())}${unit}`} divides`);
const ways = (...all: readonly (string | null)[]): string | null =>
  all.filter((one) => one !== null).join("; ") || null;
/** The multiples of `step` below and above. */
function multiples(step: number, of: number): readonly number[] {
  const below = Math.floor(of / step) * step;
  return below > 0 ? [below, below + step] : [step];
}

/** Which sums of a plan do not come out. Messages show the sum. */

export const planRows = {
  "not-divisible": error<{
    layers: number;
    pp: number;
    vpp: number;
    stack?: string | null | undefined;
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
        return `${good === null ? "set" : `${good}; or`} \`split = uneven\``;
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
          ? `context-parallel ranks share out the heads${p.good === "" ? "" : `: ${divides(p.good, "tp * cp", () => near(p.value, p.tp * p.cp))}`}`
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
        `pad it to ${p.tp * Math.ceil(p.value / p.tp)}`,
        divides(p.good, p.degree ?? "tp", () => near(p.value, p.tp)),
      ]
        .filter((one) => one !== null)
        .join("; or "),
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
  "no-experts": error<{ field: string; degree: number }>(
    (p) => `\`${p.field} = ${p.degree}\` spreads experts over devices, and the model has none`,
    { help: (p) => `take \`${p.field}\` out, or give the model \`mlp = moe(..)\`` },
  ),
  "too-few-experts": error<{ top_k: number; experts: number }>(
    (p) => `a token visits top_k = ${p.top_k} experts, and a layer has ${p.experts}`,
  ),
  "dense-width-missing": error<{ layers: number; dense: number }>(
    (p) => `${p.dense} of ${p.layers} layers have no experts, and nothing says what they have instead`,
    { help: () => "give their feed-forward: `dense = swiglu(d_ff = ..)`" },
  ),
  "loads-not-experts": error<{ loads: number; experts: number; least: number; total: number }>(
    (p) =>
      p.loads !== p.experts
        ? `\`balance\` has ${p.loads} measured loads, and a layer has ${p.experts} experts`
        : p.least < 0
          ? `\`balance\` has a measured load of ${p.least}`
          : "all measured loads of `balance` are 0",
    { help: () => "give what each expert received, one number an expert; `zipf(0.5)` needs no measurement" },
  ),
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
    { help: () => "give one share a length, none below 0; without `shares` there is one document of each" },
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
  "order-unreadable": error<{ text: string; at: number; wanted: string }>(
    (p) =>
      `the schedule's order cannot be read at ${p.at >= p.text.length ? "its end" : `\`${p.text.slice(p.at, p.at + 12)}\``}: wanted ${p.wanted}`,
    { help: () => "an order is like `F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)`" },
  ),
  "orders-not-stages": error<{ orders: number; pp: number }>(
    (p) => `the schedule has ${p.orders} orders for pp = ${p.pp} stages`,
    { help: () => "write one order for all stages, or one for each" },
  ),
  "order-incomplete": error<{ stage: number; pass: string; times: number; wanted: number }>(
    (p) => `stage ${p.stage} runs ${p.pass} ${p.times} times in a step instead of ${p.wanted} times`,
    { help: () => "every chunk goes forward and backward once a micro-batch, and each B has its W" },
  ),
  "schedule-deadlock": error<{ waits: string }>((p) => `the schedule stops: ${p.waits}`, {
    help: () => "a stage runs its passes in the order written, each after the pass it depends on",
  }),
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
  "degrees-exceed-devices": error<{ tp: number; cp: number; pp: number; dp: number; devices: number }>(
    (p) => `the plan asks for ${p.tp * p.cp * p.pp * p.dp} devices, and the cluster has ${p.devices}`,
    {
      label: (p) => `tp ${p.tp} * cp ${p.cp} * pp ${p.pp} * dp ${p.dp} = ${p.tp * p.cp * p.pp * p.dp}`,
      help: () => "lower a degree, set `dp = fill`, or add nodes",
    },
  ),
  "degrees-do-not-divide-devices": error<{
    tp: number;
    cp: number;
    pp: number;
    dp?: number;
    devices: number;
  }>((p) => `tp * cp * pp = ${p.tp * p.cp * p.pp} does not divide the cluster's ${p.devices} devices`, {
    label: (p) =>
      `${p.tp} * ${p.cp} * ${p.pp} = ${p.tp * p.cp * p.pp}; ${p.devices} / ${p.tp * p.cp * p.pp} = ${ratio(p.devices, p.tp * p.cp * p.pp)}`,
    help: () => "choose degrees whose product divides the devices, or another number of nodes",
  }),
  "devices-left-over": warning<{ tp: number; cp: number; pp: number; dp: number; devices: number }>(
    (p) => `the plan uses ${p.tp * p.cp * p.pp * p.dp} of the cluster's ${p.devices} devices; the rest idle`,
    { help: () => "`dp = fill` takes all of them" },
  ),
  "domain-part-filled": warning<{ product: number; domain: number }>(
    (p) =>
      `the plan's ${p.product} devices are no multiple of the scale-up domain's ${p.domain}: ${p.product % p.domain} are in a domain that is part-filled`,
    {
      label: () => "groups are taken to lie in full domains alike",
      help: (p) =>
        `a multiple of ${p.domain} devices fills whole domains; a smaller \`domain\` is for those that are given in parts`,
    },
  ),
  "tp-beyond-scale-up": warning<{ tp: number; domain: number }>(
    (p) => `tp = ${p.tp} is larger than the scale-up domain of ${p.domain} devices`,
    {
      label: () => "every layer's collectives cross the slower scale-out fabric",
      help: (p) => `tp = ${p.domain} or less stays inside; more pipeline stages (pp) hold the rest`,
    },
  ),
  "few-micro-batches": warning<{ num_micro_batches: number; pp: number; vpp?: number; schedule?: string }>(
    (p) => {
      // Schedules with a bubble of another formula: the simulation tells it.
      if (p.schedule !== undefined)
        return `${p.num_micro_batches} micro-batches for ${p.pp} stages: under \`${p.schedule}\` too, stages wait for the first and for the last ones`;
      const bubble = (p.pp - 1) / (p.num_micro_batches * (p.vpp ?? 1));
      return `${p.num_micro_batches} micro-batches for ${p.pp} stages: the bubble is ${withUnit(ratio(bubble * 100, 1), "%")} of the compute`;
    },
    {
      label: (p) =>
        p.schedule !== undefined
          ? `pp = ${p.pp}`
          : (p.vpp ?? 1) > 1
            ? `(${p.pp} - 1) / (${p.num_micro_batches} * ${p.vpp})`
            : `(${p.pp} - 1) / ${p.num_micro_batches}`,
      help: () => "a larger global_batch, a smaller micro_batch or fewer stages make it smaller",
    },
  ),
  "vpp-without-interleaving": error<{ vpp: number; schedule: string; chunks: number }>(
    (p) =>
      `\`vpp = ${p.vpp}\` needs an interleaved schedule, and \`schedule = ${p.schedule}\` has ${p.chunks > 1 ? "two chunks" : "one chunk"} a stage`,
    { help: () => "set `schedule = interleaved_1f1b`, or `vpp = 1`" },
  ),
  "no-effect": warning<{ field: string; why: string; instead: string }>(
    (p) => `\`${p.field}\` has no effect: ${p.why}`,
    { help: (p) => `${p.instead}, or leave \`${p.field}\` out` },
  ),
  "pattern-not-possible": error<{ problem: string }>(
    (p) => `this pattern of layers is not possible: ${p.problem}`,
    { help: () => "every layer that `pattern` names needs its `attention`, `recurrent` or `mlp`" },
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
  "no-scale-out": error<{ devices: number; domain: number }>(
    (p) =>
      `${p.devices} devices do not fit into one scale-up domain of ${p.domain}, and the cluster has no scale_out`,
    { help: () => "set `scale_out = fat_tree(nic = 400 Gb/s)` or another fabric" },
  ),
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
        "checkpoints that are faster or in memory, more storage bandwidth, a shorter restart, fewer devices; or look at `cluster.failures` again",
    },
  ),
  "spares-exceed-cluster": error<{ spares: number; nodes: number }>(
    (p) => `${p.spares} spare nodes for a cluster of ${p.nodes}`,
    { help: () => "spares stand beside the nodes that train; some in a hundred are usual" },
  ),
  "over-memory": note<{ peak: string | number; capacity: string | number }>(
    (p) => `the plan needs ${bytes(p.peak)} on its fullest device, which has ${bytes(p.capacity)}`,
    { help: () => "more tp, pp or zero, a smaller micro_batch, or recompute" },
  ),
  "over-host-memory": note<{ place: string; held: string | number; capacity: string | number }>(
    (p) =>
      `the plan keeps ${bytes(p.held)} ${p.place === "host" ? "in the host's memory" : "on the drives"} of a node, which has ${bytes(p.capacity)}`,
    {
      help: (p) =>
        p.place === "host"
          ? "more nodes, a higher zero, or `nvme` instead of `host`"
          : "more nodes, a higher zero, or more drives",
    },
  ),
  "not-modelled": error<{ what: string; instead?: string | null | undefined }>(
    (p) => `${p.what} is not modelled`,
    {
      help: (p) => p.instead ?? "take it out to get an estimate; a made-up number would be worse than none",
    },
  ),
} as const;
