import type { CollectiveEstimate, Estimate } from "../../engine/estimate/estimate.ts";
import type { CollectiveOp, TraceSummary } from "../../measured/index.ts";

/** Part of a step as it was traced and as it was predicted, s. */
export interface TracedPart {
  readonly name: string;
  readonly label: string;
  readonly measured: number;
  readonly predicted: number;
  /** Parts of this part. They are rows below it; null stands for a side that cannot be split this way. */
  readonly parts: readonly {
    readonly label: string;
    readonly measured: number | null;
    readonly predicted: number | null;
  }[];
}

const OPS: Readonly<Record<CollectiveOp, string>> = {
  all_reduce: "all-reduce",
  all_gather: "all-gather",
  reduce_scatter: "reduce-scatter",
  all_to_all: "all-to-all",
  send_recv: "send and receive",
  broadcast: "broadcast",
  reduce: "reduce",
  other: "other collectives",
};

/**
 * Parts of a traced step beside those of the estimate. On both sides they add up to the step. Recomputation, embedding,
 * head and loss are parts of the estimate only: their kernels have the names of matmuls and of other kernels.
 */
export function tracedParts(trace: TraceSummary, estimate: Estimate): readonly TracedPart[] {
  const measured = (kind: TraceSummary["parts"][number]["kind"]): number =>
    trace.parts.find((part) => part.kind === kind)?.seconds ?? 0;
  const leaves = new Map(
    estimate.time.step.parts.flatMap((part) =>
      [part, ...part.parts].map(({ name, value }) => [name, value] as const),
    ),
  );
  const predicted = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (leaves.get(`time.${name}`) ?? 0), 0);
  const host = predicted("host");
  const rest = predicted("recompute", "vocabulary", "compression");
  const computed = predicted("gemm", "attention", "memory_bound") + rest;
  const exposed = predicted("tp", "cp", "ep", "pp", "dp");
  const update = predicted("optimizer");
  const step = estimate.time.step.value;
  // The bubble, and every other wait of the estimate. The rest of a subtraction is no wait.
  const waits = step - computed - exposed - update - host;
  return [
    {
      name: "computation",
      label: "computation",
      measured: measured("matmul") + measured("attention") + measured("memory_bound") + measured("unknown"),
      predicted: computed,
      parts: [
        { label: "matmuls", measured: measured("matmul"), predicted: predicted("gemm") },
        { label: "attention", measured: measured("attention"), predicted: predicted("attention") },
        {
          label: "memory-bound kernels",
          measured: measured("memory_bound"),
          predicted: predicted("memory_bound"),
        },
        { label: "recomputation, embedding, head, loss", measured: null, predicted: rest },
        { label: "unknown kernels", measured: measured("unknown"), predicted: null },
      ],
    },
    {
      name: "communication",
      label: "exposed communication",
      measured: measured("communication"),
      predicted: exposed,
      parts: collectiveParts(trace, estimate.comm),
    },
    { name: "optimizer", label: "optimizer", measured: measured("optimizer"), predicted: update, parts: [] },
    { name: "copies", label: "copies", measured: measured("copy"), predicted: host, parts: [] },
    {
      name: "idle",
      label: "idle",
      measured: measured("idle"),
      predicted: waits < 1e-9 * step ? 0 : waits,
      parts: [],
    },
  ];
}

function collectiveParts(
  { collectives }: TraceSummary,
  predicted: readonly CollectiveEstimate[],
): TracedPart["parts"] {
  const ops = new Set<CollectiveOp>([...collectives, ...predicted].map(({ op }) => op));
  return [...ops].map((op) => ({
    label: OPS[op],
    measured: collectives.filter((one) => one.op === op).reduce((sum, { exposed }) => sum + exposed, 0),
    predicted: predicted
      .filter((one) => one.op === op)
      .reduce((sum, { exposedSeconds }) => sum + exposedSeconds, 0),
  }));
}
