import type { CollectiveOp, KernelKind, TraceSummary } from "../../measured/index.ts";
import { percent, printed } from "../../report/index.ts";
import type { TracedPart } from "../compare/tracedParts.ts";
import type { Cause, Findings, Sign } from "./cause.ts";

/** Share of the step from which a difference is worth a cause. */
const SHARE = 0.03;
/** Mean time of a kernel below which launching it may take the host longer, s. Launches of PyTorch take about 5 µs. */
const SHORT = 20e-6;
/** Share of matmuls' time in kernels of fp32 or TF32 from which a plan in 16 or 8 bits does not hold. */
const SINGLE = 0.2;
/** Ratio of measured and predicted bandwidth below which a collective is slow. */
const SLOW = 0.7;
/** Share of softmax kernels from which attention is taken for unfused. */
const SOFTMAX = 0.005;
/** Share of unknown kernels from which the parts are uncertain. */
const UNKNOWN = 0.05;

/** Causes that a trace shows. */
export const traceCauses: readonly Cause[] = [
  {
    id: "host-bound",
    title: "The device waits for the host",
    of: "trace",
    sign: withTrace(hostBound),
    test: "Profile with CPU activities and look at what the host does while the device idles. Capture the step in CUDA graphs or compile the model; replace `.item()`, prints and other synchronisations; run with synthetic data to rule out the data loader.",
  },
  {
    id: "no-overlap",
    title: "Communication is not overlapped with computation",
    of: "trace",
    sign: withTrace(noOverlap),
    test: "Turn the framework's overlap on (Megatron: `--overlap-grad-reduce`, `--overlap-param-gather`; FSDP: prefetching) and check that collectives run in a stream of their own.",
  },
  {
    id: "slow-collective",
    title: "A collective moves its bytes slower than predicted",
    of: "trace",
    sign: withTrace(slowCollective),
    test: "Run nccl-tests with the size and the group of the collective (`all_reduce_perf -b SIZE -e SIZE -g RANKS`). If they are fast alone, ranks arrive at different times: compare traces of two ranks. If they are slow, check `NCCL_DEBUG=INFO` for the network that is used.",
  },
  {
    id: "more-communication",
    title: "More bytes are sent than the plan sends",
    of: "trace",
    sign: withTrace(moreBytes),
    test: "Compare `t.collectives` with `show base.comm`: a group, a size or a count that the plan does not have names the collective.",
  },
  {
    id: "single-precision",
    title: "Matmuls run in fp32 or TF32",
    of: "trace",
    sign: withTrace(singlePrecision),
    test: "Check that autocast or the precision's flag (`--bf16`, `mixed_precision`) covers these layers; `show t.kernels` names the kernels.",
  },
  {
    id: "unfused-attention",
    title: "Attention is not fused",
    of: "trace",
    sign: withTrace(unfusedAttention),
    test: "Use FlashAttention or `scaled_dot_product_attention`, and check that a mask or a head size does not rule it out.",
  },
  {
    id: "slow-matmuls",
    title: "Matmuls take longer than predicted",
    of: "trace",
    sign: withTrace(slowMatmuls),
    test: "Time the largest matmul alone (`validation/gemm.csv` has measured ones) and read the clocks while it runs: a power limit or heat lowers them. Dimensions that are no multiple of 64 make slow tiles.",
  },
  {
    id: "unfused-kernels",
    title: "Memory-bound kernels take longer than predicted",
    of: "trace",
    sign: withTrace((found, trace) => {
      const part = partOf(found, "memory-bound kernels");
      return excess(found, part, `The longest are ${longest(trace, "memory_bound")}.`);
    }),
    test: "Compile the model or turn the framework's fused kernels on (norms, RoPE, SwiGLU, cross-entropy), and compare the number of kernels.",
  },
  {
    id: "slow-optimizer",
    title: "The optimizer takes longer than predicted",
    of: "trace",
    sign: withTrace((found, trace) => {
      const part = tracedPart(found, "optimizer");
      const calls = trace.kernels
        .filter(({ kind }) => kind === "optimizer")
        .reduce((sum, one) => sum + one.count, 0);
      return excess(found, part, `It runs ${Math.round(calls)} kernels in a step.`);
    }),
    test: "Use a fused optimizer (`fused=True`, Apex, Transformer Engine), and shard its state over replicas.",
  },
  {
    id: "copies",
    title: "Copies between memories take time",
    of: "trace",
    sign: withTrace((found) => excess(found, tracedPart(found, "copies"), "")),
    test: "Pin host memory and copy asynchronously; if state is offloaded on purpose, give the plan the same offload.",
  },
  {
    id: "unknown-kernels",
    title: "Kernels of unknown names take time",
    of: "trace",
    sign: withTrace((_found, trace) => {
      const seconds = secondsOf(trace, "unknown");
      if (seconds < UNKNOWN * trace.seconds) return null;
      const share = percent(seconds / trace.seconds);
      return { evidence: `They take ${share} of the step: ${longest(trace, "unknown")}.`, seconds };
    }),
    test: "Look the kernels up in `t.kernels`: to which part they belong decides how to read the other parts.",
  },
];

/** Sign of a cause that only a trace with parts can show. */
function withTrace(sign: (found: Findings, trace: TraceSummary) => Sign | null): Cause["sign"] {
  return (found) => (found.run.trace && found.parts ? sign(found, found.run.trace) : null);
}

const secondsOf = ({ parts }: TraceSummary, kind: KernelKind | "idle"): number =>
  parts.find((part) => part.kind === kind)?.seconds ?? 0;

/** Names of the longest kernels of a kind with their times. */
function longest({ kernels }: TraceSummary, kind: KernelKind): string {
  const found = kernels.filter((one) => one.kind === kind).slice(0, 3);
  return found.map(({ name, seconds }) => `\`${name.slice(0, 48)}\` (${printed(seconds, "s")})`).join(", ");
}

interface Pair {
  readonly label: string;
  readonly measured: number | null;
  readonly predicted: number | null;
}

/** Part of the step by its name: `optimizer`. */
const tracedPart = ({ parts }: Pick<Findings, "parts">, name: string): TracedPart | null =>
  parts?.find((part) => part.name === name) ?? null;

const partOf = ({ parts }: Findings, label: string): Pair | null =>
  parts?.flatMap((part) => part.parts).find((one) => one.label === label) ?? null;

/** Sign of a part that takes longer than predicted by a share of the step. */
function excess({ run: { trace } }: Findings, part: Pair | TracedPart | null, more: string): Sign | null {
  if (!trace || !part || part.measured === null || part.predicted === null) return null;
  const seconds = part.measured - part.predicted;
  if (seconds < SHARE * trace.seconds) return null;
  const evidence =
    `${printed(part.measured, "s")} instead of ${printed(part.predicted, "s")}. ${more}`.trim();
  return { evidence, seconds };
}

function hostBound({ parts }: Findings, trace: TraceSummary): Sign | null {
  const idle = tracedPart({ parts }, "idle");
  if (!idle || idle.measured - idle.predicted < SHARE * trace.seconds) return null;
  const kernels = trace.kernels.filter(({ kind }) => kind !== "communication");
  const calls = kernels.reduce((sum, one) => sum + one.count, 0);
  const mean = kernels.reduce((sum, one) => sum + one.seconds, 0) / Math.max(calls, 1);
  const small =
    mean < SHORT
      ? "so launching them may take the host longer"
      : "which is long enough to launch: look for synchronisations, the data loader or other stages of a pipeline";
  return {
    evidence: `The device idles for ${percent(idle.measured / trace.seconds)} of the step; ${printed(idle.predicted, "s")} were predicted. A step has ${Math.round(calls)} kernels of ${printed(mean, "s")} on average, ${small}.`,
    seconds: idle.measured - idle.predicted,
  };
}

function noOverlap({ estimate, parts }: Findings, trace: TraceSummary): Sign | null {
  const part = trace.parts.find(({ kind }) => kind === "communication");
  const total = estimate.comm.reduce((sum, { totalSeconds }) => sum + totalSeconds, 0);
  const exposed = estimate.comm.reduce((sum, { exposedSeconds }) => sum + exposedSeconds, 0);
  const predicted = tracedPart({ parts }, "communication")?.predicted ?? exposed;
  if (!part || part.busy === 0 || total === 0) return null;
  const [hidden, planned] = [1 - part.seconds / part.busy, 1 - exposed / total];
  if (planned - hidden < 0.25 || part.seconds - predicted < SHARE * trace.seconds) return null;
  return {
    evidence: `Computation hides ${percent(hidden)} of the communication; ${percent(planned)} were predicted. ${printed(part.seconds, "s")} of ${printed(part.busy, "s")} are exposed.`,
    seconds: part.seconds - predicted,
  };
}

/** Bytes and time of a step's calls of one operation. */
interface Moved {
  readonly bytes: number;
  readonly seconds: number;
}

function moved(
  calls: readonly {
    readonly op: CollectiveOp;
    readonly bytes: number | null;
    readonly count: number;
    readonly seconds: number;
  }[],
  op: CollectiveOp,
): Moved | null {
  const found = calls.filter((one) => one.op === op);
  if (found.length === 0 || found.some(({ bytes }) => bytes === null)) return null;
  return {
    bytes: found.reduce((sum, { bytes, count }) => sum + (bytes ?? 0) * count, 0),
    seconds: found.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Operations that both the trace, with sizes, and the estimate have. */
function inBoth(
  { estimate }: Findings,
  { collectives }: TraceSummary,
): readonly {
  readonly op: CollectiveOp;
  readonly measured: Moved;
  readonly predicted: Moved;
}[] {
  const planned = estimate.comm.map(({ op, bytes, count, totalSeconds: seconds }) => ({
    op,
    bytes,
    count,
    seconds,
  }));
  return [...new Set(planned.map(({ op }) => op))].flatMap((op) => {
    const [measured, predicted] = [moved(collectives, op), moved(planned, op)];
    return measured && predicted && measured.seconds > 0 && predicted.seconds > 0
      ? [{ op, measured, predicted }]
      : [];
  });
}

const rate = ({ bytes, seconds }: Moved): number => bytes / seconds;

function slowCollective(found: Findings, trace: TraceSummary): Sign | null {
  const slow = inBoth(found, trace).filter(
    ({ measured, predicted }) =>
      rate(measured) < SLOW * rate(predicted) && measured.seconds > SHARE * trace.seconds,
  );
  if (slow.length === 0) return null;
  const list = slow.map(
    ({ op, measured, predicted }) =>
      `${op} moves ${printed(rate(measured), "B/s")}, ${printed(rate(predicted), "B/s")} were predicted`,
  );
  const lost = slow.reduce(
    (sum, { measured, predicted }) => sum + measured.seconds * (1 - rate(measured) / rate(predicted)),
    0,
  );
  const exposed = secondsOf(trace, "communication");
  return {
    evidence: `${list.join("; ")}. The times include waiting for the slowest rank.`,
    seconds: Math.min(lost, exposed),
  };
}

function moreBytes(found: Findings, trace: TraceSummary): Sign | null {
  const more = inBoth(found, trace).filter(
    ({ measured, predicted }) =>
      measured.bytes > 1.5 * predicted.bytes && measured.seconds > SHARE * trace.seconds,
  );
  if (more.length === 0) return null;
  const list = more.map(
    ({ op, measured, predicted }) =>
      `${op} sends ${printed(measured.bytes, "B")} in a step, the plan ${printed(predicted.bytes, "B")}`,
  );
  const seconds = more.reduce(
    (sum, { measured, predicted }) => sum + measured.seconds * (1 - predicted.bytes / measured.bytes),
    0,
  );
  return { evidence: `${list.join("; ")}.`, seconds: Math.min(seconds, secondsOf(trace, "communication")) };
}

/**
 * Names of matmul kernels that multiply numbers of 32 bits: cuBLAS's `sgemm`, `s1688gemm` (TF32), cuDNN's `scudnn`, and
 * kernels with `tf32` in their names.
 */
const SINGLE_NAMES = /sgemm|s1688|tf32|scudnn|f32f32_f32/i;

function singlePrecision({ scenario }: Findings, trace: TraceSummary): Sign | null {
  if (scenario.plan.precision.operandBytes > 2) return null;
  const matmuls = trace.kernels.filter(({ kind }) => kind === "matmul");
  const single = matmuls.filter(({ name }) => SINGLE_NAMES.test(name));
  const [all, slow] = [matmuls, single].map((list) => list.reduce((sum, { seconds }) => sum + seconds, 0));
  if (!all || !slow || slow < SINGLE * all) return null;
  return {
    evidence: `${percent(slow / all)} of the matmuls' time is in kernels such as \`${single[0]?.name.slice(0, 60)}\`, and the plan multiplies numbers of ${scenario.plan.precision.operandBytes} bytes.`,
    seconds: slow / 2,
  };
}

function unfusedAttention({ parts }: Findings, trace: TraceSummary): Sign | null {
  const attention = parts?.flatMap((part) => part.parts).find(({ label }) => label === "attention");
  const softmax = trace.kernels.filter(({ name, kind }) => kind === "memory_bound" && /softmax/i.test(name));
  const seconds = softmax.reduce((sum, one) => sum + one.seconds, 0);
  if (
    !attention?.predicted ||
    (attention.measured ?? 0) > 0.2 * attention.predicted ||
    seconds < SOFTMAX * trace.seconds
  )
    return null;
  return {
    evidence: `Fused attention kernels take ${printed(attention.measured ?? 0, "s")}, ${printed(attention.predicted, "s")} were predicted, and softmax kernels take ${printed(seconds, "s")}.`,
    seconds,
  };
}

function slowMatmuls(found: Findings, trace: TraceSummary): Sign | null {
  const [matmuls, rest] = [partOf(found, "matmuls"), partOf(found, "recomputation, embedding, head, loss")];
  if (!matmuls || matmuls.measured === null) return null;
  // Recomputation and the head are matmuls for the most part, so all of them are allowed.
  const predicted = (matmuls.predicted ?? 0) + (rest?.predicted ?? 0);
  const seconds = matmuls.measured - predicted;
  if (seconds < SHARE * trace.seconds) return null;
  return {
    evidence: `${printed(matmuls.measured, "s")} instead of ${printed(predicted, "s")} with recomputation and head. The longest are ${longest(trace, "matmul")}.`,
    seconds,
  };
}
