import type { Plan } from "../../scenario/plan.ts";
import { headRanks } from "../inputs/headRanks.ts";

/** Part of a sequence that ranks of a context-parallel group work on, and their share of attention's work. */
export interface ContextPart {
  /** First of the ranks. */
  readonly first: number;
  /** Number of consecutive ranks that work on the part together, each with some of the heads. */
  readonly ranks: number;
  /** Pieces of the sequence, counted from its beginning. */
  readonly pieces: readonly number[];
  /** Share of the scores below a causal mask that these ranks compute, 0 to 1. */
  readonly work: number;
}

/**
 * Parts of a sequence under a plan's context parallelism, and the number of equal pieces that the sequence is divided
 * into. Of n pieces the i-th, from 0, attends to (2i + 1) / n² of the scores (arXiv:2311.09431, section 3).
 */
export function contextParts(plan: Plan): { readonly count: number; readonly parts: readonly ContextPart[] } {
  const ranks = headRanks(plan);
  const ring = plan.cp / ranks;
  const mirrored = plan.cpOrder === "zigzag" && ring > 1;
  const count = mirrored ? 2 * ring : ring;
  const parts = Array.from({ length: ring }, (_, at): ContextPart => {
    const pieces = mirrored ? [at, count - 1 - at] : [at];
    const work = pieces.reduce((sum, piece) => sum + (2 * piece + 1) / count ** 2, 0);
    return { first: at * ranks, ranks, pieces, work };
  });
  return { count, parts };
}
