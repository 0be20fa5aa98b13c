import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWorld } from "../src/host/index.ts";
import { type Figure, figureSvg, loadFigures } from "../src/report/index.ts";
import { createSession } from "../src/session/index.ts";

/**
 * Pages with pictures of their own programs' plots: the number of programs drawn, and the file names' stem.
 */
const OWN = [
  { page: "README.md", stem: "first-plan", programs: 1 },
  { page: "docs/topology.md", stem: "topology", programs: Number.POSITIVE_INFINITY },
] as const;

/** Pictures of README from other programs: file name, program, and the text of its `plot` up to a brace. */
const BORROWED = [
  [
    "course-sharding",
    "notebooks/course/05-sharding.dtp",
    "plot zero0.memory, zero1.memory, zero2.memory, zero3.memory",
  ],
  ["course-pipelines", "notebooks/course/07-pipelines.dtp", "plot split.timeline"],
  ["course-scaling", "notebooks/course/11-scaling-efficiency.dtp", "plot strong, weak"],
] as const;

/**
 * Pictures of pages: `docs/images/<stem>-<n>.svg`, one per `plot` of a page's programs, and a few of the
 * course. Each picture thus shows what the page's text gives.
 */
export async function pageFigures(): Promise<Readonly<Record<string, () => string>>> {
  await loadFigures();
  const own = OWN.flatMap(({ page, stem, programs }) =>
    [...readFileSync(page, "utf8").matchAll(/```dtp\n([\s\S]*?)```/g)]
      .slice(0, programs)
      .flatMap(([, program = ""]) => figuresOf(page, program))
      .map(({ figure }, i) => [`${stem}-${i + 1}`, figure] as const),
  );
  const borrowed = BORROWED.map(([stem, path, plot]) => {
    const text = readFileSync(path, "utf8");
    const line = text.split("\n").findIndex((each) => each.startsWith(plot)) + 1;
    const found = figuresOf(path, text).find((each) => each.line === line);
    if (!found) throw new Error(`${path} has no \`${plot}\``);
    return [stem, found.figure] as const;
  });
  return Object.fromEntries(
    [...own, ...borrowed].map(([stem, figure]) => [`docs/images/${stem}.svg`, () => figureSvg(figure) ?? ""]),
  );
}

interface Drawn {
  /** Line of the `plot` that drew the figure. */
  readonly line: number;
  readonly figure: Figure;
}

/** Figures of a program's `plot` lines. Figures must be loaded (`loadFigures`) before they become pictures. */
export function figuresOf(path: string, text: string): readonly Drawn[] {
  const world = createWorld(join(process.cwd(), dirname(path)));
  const { outputs, diagnostics } = createSession(world).run(text, { name: path, mode: "file" });
  const mistake = diagnostics.find(({ severity }) => severity === "error");
  if (mistake) throw new Error(`${path}: ${mistake.message}`);
  return outputs.flatMap(({ line, document }) =>
    document.blocks.flatMap((block) => (block.kind === "figure" ? [{ line, figure: block }] : [])),
  );
}
