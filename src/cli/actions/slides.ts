import { resolve } from "node:path";
import { render } from "../../dsl/diagnostics/index.ts";
import { createWorld, loadPlotly, packed, pageScript, plotlyText } from "../../host/index.ts";
import { isOnSlides } from "../../report/index.ts";
import { loadFigures } from "../../report/svg/figureSvg.ts";
import { createSession } from "../../session/index.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { cellsOfProgram, type NotebookCell } from "../notebook/cellsOfProgram.ts";
import { isNotebook, type Program } from "../programs/readProgram.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { type LiveSlides, slidesHtml } from "../slides/slidesHtml.ts";
import { slidesMarkdown } from "../slides/slidesMarkdown.ts";
import { type LessonCell, slidesOf } from "../slides/slidesOf.ts";
import { livePage } from "../write/livePage.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { unwritable } from "../write/unwritable.ts";

/** Command `dtp slides`: writes a lesson as slides, with what its cells show. */
export async function slides({ operands, flags }: Arguments, io: Io): Promise<number> {
  const say = (problem: string): 2 => {
    io.err(`dtp: ${problem}\n`);
    return 2;
  };
  const [operand = "-"] = operands;
  const shown = flags.get("--out")?.[0];
  if (shown === undefined || !/\.(?:html|md)$/.test(shown))
    return say("`dtp slides` needs a file to write: -o lesson.html, or -o lesson.md");
  const isLive = flags.has("--live");
  if (isLive && !shown.endsWith(".html")) return say("--live needs a page: -o lesson.html");
  if (isLive && isNotebook(operand)) return say("--live needs a program, not a notebook");
  if (isLive && packed) return say("--live needs an installed dtp: `npx dtplan`");
  // It refuses what is no program and no notebook of DTP.
  const lesson = await readRunnable(operand, io);
  if ("problem" in lesson) return say(lesson.problem);
  const problem = await unwritable(shown, "the slides", io);
  if (problem !== null) return say(problem);
  const cells = isNotebook(operand) ? notebookCells(lesson.text) : cellsOfProgram(lesson.name, lesson.text);
  const ran = run(lesson, cells, isLive);
  for (const text of ran.errors) io.err(`${text}\n`);
  if (ran.errors.length > 0) return 1;
  const made = slidesOf(ran.cells);
  if (made.length === 0) return say(`${operand} has no text and shows nothing: there is no slide to make`);
  const figures = ran.cells.flatMap((cell) =>
    cell.kind === "code"
      ? cell.documents.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "figure"))
      : [],
  );
  if (figures.length > 0) await loadFigures(loadPlotly, figures);
  const title = made[0]?.title || lesson.name;
  try {
    await replaceFile(
      resolve(io.cwd, shown),
      shown.endsWith(".md")
        ? slidesMarkdown(made)
        : slidesHtml(made, { title, ...(isLive ? { live: liveSlides(lesson) } : {}) }),
    );
  } catch (error) {
    return say(fileProblem(shown, error));
  }
  io.out(`${shown}: ${made.length} slides, ${figures.length} figures\n`);
  return 0;
}

/** Reads the parts that live slides embed. */
function liveSlides(lesson: Program): LiveSlides {
  const live = livePage({ ...lesson, overrides: [] });
  return {
    ...live,
    program: { ...live.program, form: "slides" },
    plotlyJs: plotlyText(),
    pageJs: pageScript() ?? "",
  };
}

/** Cells with what they show, evaluated in order as a notebook's, and errors with their code frames. */
function run(
  { name, folder, root }: Program,
  cells: readonly NotebookCell[],
  isLive: boolean,
): { readonly cells: readonly LessonCell[]; readonly errors: readonly string[] } {
  const session = createSession(createWorld(folder, root));
  const errors: string[] = [];
  const ran = cells.map((cell, at): LessonCell => {
    if (cell.kind === "markdown") return { kind: "markdown", source: cell.source };
    const { outputs, diagnostics } = session.run(cell.source, {
      name: `${name}, cell [${at + 1}]`,
      mode: "cell",
    });
    for (const one of diagnostics) if (one.severity === "error") errors.push(render(one));
    const documents = outputs
      .filter(({ kind }) => isOnSlides(kind) && (isLive || kind !== "control"))
      .map(({ document }) => document);
    return { kind: "code", source: cell.source, documents };
  });
  return { cells: ran, errors };
}

/** Cells of a notebook's text, which `readRunnable` has accepted. Cells with a magic are left out. */
function notebookCells(text: string): readonly NotebookCell[] {
  const { cells } = JSON.parse(text) as {
    readonly cells: readonly { readonly cell_type?: unknown; readonly source?: unknown }[];
  };
  return cells.flatMap(({ cell_type, source }): readonly NotebookCell[] => {
    const written = Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "";
    if (cell_type === "markdown") return [{ kind: "markdown", source: written }];
    return cell_type === "code" && !/^\s*%/.test(written) ? [{ kind: "code", source: written }] : [];
  });
}
