import type { Row } from "../carry/row.ts";
import { numberAt as at, type Settings, textAt } from "../carry/settings.ts";

const LAYOUT = "--pipeline-model-parallel-layout";
const STAGES = "--pipeline-model-parallel-size";

/**
 * Mapping of the split of layers into pipeline stages. The embedding or the loss may count as a layer. A list is
 * a layout, such as `Et*19|t*20|t*21|t*20L`: E embedding, t layer, m multi-token prediction, L loss.
 */
export function splitRow(): Row {
  const [first, last] = ["--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split"];
  const ends = ["--decoder-first-pipeline-num-layers", "--decoder-last-pipeline-num-layers"] as const;
  return {
    fields: ["plan.split"],
    arguments: [first, last, LAYOUT, ...ends],
    write: (settings) => {
      const layout = layoutText(settings);
      if (layout !== null) return { [LAYOUT]: layout };
      const word = textAt(settings, "plan.split");
      return {
        ...(word === "lighter_ends" ? { [first]: true } : {}),
        ...(word === "lighter_ends" || word === "lighter_last" ? { [last]: true } : {}),
      };
    },
    read: (given) => {
      if (LAYOUT in given) {
        const pieces = layoutPieces(textAt(given, LAYOUT) ?? "");
        return pieces === null ? {} : { "plan.split": splitOf(pieces) };
      }
      if (ends.some((end) => end in given)) {
        const stages = endedStages(given, at(given, ends[0]), at(given, ends[1]));
        return stages === null ? {} : { "plan.split": splitOf(stages) };
      }
      const embedding = given[first] === true;
      if (given[last] !== true) return embedding ? {} : { "plan.split": "even" };
      return { "plan.split": embedding ? "lighter_ends" : "lighter_last" };
    },
  };
}

const splitOf = (sizes: readonly number[]): string =>
  sizes.every((one) => one === sizes[0]) ? "even" : `[${sizes.join(", ")}]`;

/** Layout of a plan whose split is a list; null for other plans. */
export function layoutText(settings: Settings): string | null {
  const list = textAt(settings, "plan.split")?.match(/^\[(.*)\]$/)?.[1];
  const pp = at(settings, "plan.pp") ?? 1;
  if (list === undefined || pp === 1) return null;
  const sizes = list.split(", ").map(Number);
  const chunks = sizes.length === pp ? (at(settings, "plan.vpp") ?? 1) : 1;
  // A list of stages gives each chunk of a stage the same number, and chunks go round the stages.
  const pieces = Array.from({ length: sizes.length * chunks }, (_, i) => (sizes[i % pp] ?? 0) / chunks);
  const whole = chunks === 1 ? sizes : pieces;
  const mtp = at(settings, "model.mtp") ?? 0;
  return whole
    .map((layers, i) => {
      const [head, tail] = [i === 0 ? "E" : "", i === whole.length - 1 ? `${"m".repeat(mtp)}L` : ""];
      return `${head}${layers === 0 ? "" : layers === 1 ? "t" : `t*${layers}`}${tail}`;
    })
    .join("|");
}

/** Number of chunks of each stage by a layout; null without one. */
export function chunksOfLayout(given: Settings): number | null {
  const pieces = LAYOUT in given ? layoutPieces(textAt(given, LAYOUT) ?? "") : null;
  return pieces && pieces.length / (at(given, STAGES) ?? 1);
}

/**
 * Layers of each piece of a layout. null where the embedding is not on the first piece, or the loss or
 * multi-token prediction not on the last: no split says that.
 */
function layoutPieces(layout: string): readonly number[] | null {
  const flat = repeated(layout.replace(/^['"]|['"]$/g, "").replace(/[\s,]/g, ""));
  if (flat === null || !/^[EtmL|]+$/.test(flat)) return null;
  const pieces = flat.split("|");
  const ordered = pieces.every((piece, i) => {
    const start = i === 0 ? "E" : "";
    const end = i === pieces.length - 1 ? "m*L" : "";
    return new RegExp(`^${start}t*${end}$`).test(piece);
  });
  return ordered ? pieces.map((piece) => piece.replace(/[^t]/g, "").length) : null;
}

/** Layout with its repetitions written out: `t*3` and `(tt|)*2`. null where one is not closed or is too long. */
function repeated(layout: string): string | null {
  let text = layout;
  for (;;) {
    const next = text.replace(/(?:\(([^()]*)\)|([EtmL|]))\*(\d+)/, (_, group, letter, times) =>
      (group ?? letter ?? "").repeat(Math.min(Number(times), 10_000)),
    );
    if (next === text) break;
    if (next.length > 100_000) return null;
    text = next;
  }
  return /[()*]/.test(text) ? null : text;
}

/**
 * Layers of each stage where the first or the last have a number of their own, and the stages between share the
 * rest equally. null where the arguments do not say how many layers or stages there are.
 */
function endedStages(given: Settings, first: number | null, last: number | null): readonly number[] | null {
  const [layers, pp] = [at(given, "--num-layers"), at(given, STAGES)];
  if (layers === null || pp === null) return null;
  const between = pp - (first === null ? 0 : 1) - (last === null ? 0 : 1);
  const each = (layers - (first ?? 0) - (last ?? 0)) / between;
  if (between < 1 || !Number.isInteger(each) || each < 0) return null;
  return [
    ...(first === null ? [] : [first]),
    ...new Array<number>(between).fill(each),
    ...(last === null ? [] : [last]),
  ];
}
