/** Figure as plotly.js takes it: its traces and its axes. */
export interface FigureSpec {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly layout: Readonly<Record<string, unknown>>;
}

/** Titles of axes whose values are places in a pipeline. */
const STAGES = /^(pipeline )?(stage|rank)$/;

/**
 * Label by which the same thing is found in tables and figures; null for a text that names nothing, such as a number.
 * A pipeline's ranks and stages are one thing: `rank 3` is `stage 3`.
 */
export function labelOf(text: string): string | null {
  const label = text
    .replace(/<[^>]*>/g, "")
    .trim()
    .toLowerCase()
    .replace(/^rank (?=\d+$)/, "stage ");
  return /^\p{L}/u.test(label) && label.length < 80 ? label : null;
}

/** Labels of the stages that a table's cell or an axis names: `0–3` are four. Empty where `title` names no stages. */
export function stageLabels(title: string, text: string): readonly string[] {
  if (!STAGES.test(title.trim().toLowerCase())) return [];
  const [, first, last = first] = /^(\d+)(?:–(\d+))?$/.exec(text.trim()) ?? [];
  if (first === undefined) return [];
  const count = Math.min(1_000, Number(last) - Number(first) + 1);
  return Array.from({ length: count }, (_, at) => `stage ${Number(first) + at}`);
}

/** Labels of the mark that a trace draws for its point `at`, or of the whole trace without: its name, its categories, its stage. */
export function markKeys({ data, layout }: FigureSpec, trace: number, at: number | null): readonly string[] {
  const spec = data[trace];
  if (!spec) return [];
  const axes = at === null ? [] : (["x", "y"] as const).flatMap((axis) => axisKeys(spec, layout, axis, at));
  // The name of a drawing's role may be two: `tp and dp`.
  const names = String(spec.name ?? "").split(" and ");
  return [...new Set([...names.flatMap((name) => labelOf(name) ?? []), ...axes])];
}

function axisKeys(
  spec: FigureSpec["data"][number],
  layout: FigureSpec["layout"],
  axis: "x" | "y",
  at: number,
): readonly string[] {
  const value = (spec[axis] as ArrayLike<unknown> | undefined)?.[at];
  if (value === undefined || value === null) return [];
  const name = String(spec[`${axis}axis`] ?? axis).replace(axis, `${axis}axis`);
  const { title } = (layout[name] ?? {}) as { readonly title?: string | { readonly text?: string } };
  const words = typeof title === "object" ? (title.text ?? "") : (title ?? "");
  // A lane lies a little above or below the number of its rank.
  const stages = stageLabels(
    words,
    Number.isFinite(Number(value)) ? `${Math.round(Number(value))}` : `${value}`,
  );
  return stages.length > 0 ? stages : typeof value === "string" ? [labelOf(value) ?? ""].filter(Boolean) : [];
}
