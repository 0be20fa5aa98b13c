import { CONTRADICTED } from "../programs/misprints.ts";
import type { Row } from "../rows/row.ts";
import type { Contradictions } from "./twins.ts";

/** Doubts about the run that a row describes. Such rows are marked, not dropped. */
export interface Doubt {
  /** Open cells that a prediction depends on most. */
  readonly assumed: string;
  /** Contradiction by another row or document. Empty without one. */
  readonly consistency: string;
  /** Both in one line. null without any doubt. */
  readonly summary: string | null;
}

const WEIGHTY = ["micro_batch", "recompute", "zero", "network", "precision"];

/** Doubts about a row. `assumed` are the sentences of the row's program. */
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
    ...(open.length === 0 ? [] : [`not stated: ${open.join(", ")}`]),
    ...(twin ? ["a run of the same plan took less than a third of the time"] : []),
    ...(misprint === undefined ? [] : [misprint]),
  ];
  return {
    assumed: open.length === 0 ? "no important setting" : open.join(", "),
    consistency: misprint
      ? "contradicted by another text of its source"
      : sources.has(source)
        ? `${source}, ${twin ? "contradicted by a twin" : "not contradicted"}`
        : "sources without contradictions",
    summary: reasons.length === 0 ? null : reasons.join("; "),
  };
}
