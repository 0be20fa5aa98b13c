import { CONTRADICTED } from "../programs/misprints.ts";
import type { Row } from "../row.ts";
import type { Contradictions } from "./twins.ts";

/** What is not certain of the run that a row describes; such rows are marked, not dropped. */
export interface Doubt {
  /** The cells left open that a prediction leans on most. */
  readonly assumed: string;
  /** Whether another row or another document contradicts the row. */
  readonly consistency: string;
  /** Both in one line; null where neither says anything. */
  readonly summary: string | null;
}

const WEIGHTY = ["micro_batch", "recompute", "zero", "network", "precision"];

/** `assumed` are the sentences of the row's program. */
export function doubtOf(
  { id, source }: Row,
  assumed: readonly string[],
  { ids, sources }: Contradictions,
): Doubt {
  const misprint = assumed.find((sentence) => sentence.startsWith(CONTRADICTED));
  const open = WEIGHTY.filter((word) =>
    assumed.some((sentence) => sentence !== misprint && sentence.includes(word)),
  );
  const twin = ids.has(id);
  const reasons = [
    ...(open.length === 0 ? [] : [`left open: ${open.join(", ")}`]),
    ...(twin ? ["a run of the same plan took less than a third of the time"] : []),
    ...(misprint === undefined ? [] : [misprint]),
  ];
  return {
    assumed: open.length === 0 ? "none of weight" : open.join(", "),
    consistency: misprint
      ? "contradicted by another text of its source"
      : sources.has(source)
        ? `${source}, ${twin ? "contradicted by a twin" : "not contradicted"}`
        : "sources without contradictions",
    summary: reasons.length === 0 ? null : reasons.join("; "),
  };
}
