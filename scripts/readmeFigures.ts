import { readFileSync } from "node:fs";
import { createWorld } from "../src/host/index.ts";
import { type Figure, figureSvg, loadFigures } from "../src/report/index.ts";
import { createSession } from "../src/session/index.ts";

/**
 * The pictures of README, drawn from its first program: `docs/images/first-plan-<n>.svg`, one a `plot`. So the page shows what its own
 * text gives.
 */
export async function readmeFigures(): Promise<Readonly<Record<string, () => string>>> {
  await loadFigures();
  const program = /```dtp\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1];
  if (program === undefined) throw new Error("README.md has no program");
  const { outputs, diagnostics } = createSession(createWorld(process.cwd())).run(program, {
    name: "README.md",
    mode: "file",
  });
  const mistake = diagnostics.find(({ severity }) => severity === "error");
  if (mistake) throw new Error(`README.md: ${mistake.message}`);
  const figures = outputs.flatMap(({ document }) =>
    document.blocks.filter((block): block is Figure => block.kind === "figure"),
  );
  return Object.fromEntries(
    figures.map((figure, i) => [`docs/images/first-plan-${i + 1}.svg`, () => figureSvg(figure) ?? ""]),
  );
}
