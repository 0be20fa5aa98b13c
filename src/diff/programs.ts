import type { Made } from "../session/index.ts";
import { type Answer, isTable, rankingOf, searchesAllPlans } from "./answers.ts";
import { type Change, mixture } from "./changes.ts";
import { fileOf, isOfProject, type Mixing } from "./imports.ts";
import { type Outcome, type Variant, variantOf } from "./measure.ts";
import type { Pieces } from "./parts.ts";
import type { Point } from "./point.ts";
import { programOf } from "./programOf.ts";
import type { Reach } from "./reach.ts";

/** Two compared programs, and every mixture: the first program with some of the changes made. */
export interface Programs {
  /** Indices of the changes that can affect an answer. */
  reaching(answer: Answer): readonly number[];
  /**
   * Slowest kind of table that an answer reads: `none`, searches over listed values (`lists`), or searches
   * over `all plans`.
   */
  tables(answer: Answer): "none" | "lists" | "all plans";
  /**
   * Result of an answer with some of the changes made. Mixtures in which the answer reads the same pieces
   * share one evaluation.
   */
  at(answer: Answer, made: Made): Outcome;
  /** Result of the second program's search with its settings fixed to those of one plan. */
  tried(answer: Answer, settings: Point["settings"]): Outcome;
}

export function programsBetween(
  before: Pieces,
  after: Pieces,
  changes: readonly Change[],
  mixed: Mixing,
  reach: Reach,
): Programs {
  const variants = new Map<string, Variant & { readonly pieces: Pieces }>();
  const known = new Map<string, Outcome>();
  const madeOf = (made: Made): readonly Change[] => changes.filter((_, i) => made[i]);

  function variantAt(made: Made): Variant & { readonly pieces: Pieces } {
    const key = made.map(Number).join("");
    const ready = variants.get(key);
    if (ready) return ready;
    const own = madeOf(made);
    const all = own.length === changes.length;
    const pieces = own.length === 0 ? before : all ? after : mixture(before, after, own);
    const files = new Set(own.flatMap((one) => fileOf(one) ?? []));
    const variant = { pieces, ...variantOf(pieces, mixed.world(all ? null : files), reach) };
    variants.set(key, variant);
    return variant;
  }

  const importsFiles = (answer: Answer): boolean => {
    const read = reach.of(answer.name);
    const lines = [...before.values(), ...after.values()].filter(({ kind }) => kind === "import");
    return lines.some(({ owner, text }) => read.has(owner) && isOfProject(text));
  };

  return {
    reaching(answer) {
      const read = reach.of(answer.name);
      return changes.flatMap((change, i) =>
        (fileOf(change) === null ? read.has(change.owner) : importsFiles(answer)) ? [i] : [],
      );
    },
    tables({ name }) {
      const tables = [...reach.of(name)].filter(isTable);
      const ofPlans = tables.some((owner) =>
        [before, after].some((pieces) => searchesAllPlans(pieces, owner)),
      );
      return ofPlans ? "all plans" : tables.length > 0 ? "lists" : "none";
    },
    at(answer, made) {
      const variant = variantAt(made);
      const read = reach.of(answer.name);
      const text = programOf([...variant.pieces.values()].filter(({ owner }) => read.has(owner)));
      const files = importsFiles(answer) ? madeOf(made).flatMap((one) => fileOf(one) ?? []) : [];
      const key = JSON.stringify([answer.name, text, files]);
      const ready = known.get(key);
      if (ready) return ready;
      const aims = [before, after].flatMap((pieces) => rankingOf(pieces, answer.owner).aims);
      const outcome = variant.measure(answer, aims);
      known.set(key, outcome);
      return outcome;
    },
    tried: (answer, settings) => variantAt(changes.map(() => true)).tried(answer, settings),
  };
}
