import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const BEFORE = "## Goals and peers\n";

/**
 * Puts the scoreboard's figure into the page `validation.md` of a folder: a picture, which the page's script replaces by an interactive
 * figure where it can.
 *
 * @param figure what `scoreboardFigure` returns
 */
export async function addScoreboard(folder, { svg, caption }) {
  const path = join(folder, "validation.md");
  const text = await readFile(path, "utf8");
  if (!text.includes(BEFORE)) throw new Error(`${path} has no heading "${BEFORE.trim()}"`);
  await writeFile(join(folder, "scoreboard.svg"), svg);
  const place = `<div class="dtp-figure" data-figure="files/scoreboard.json"><img class="dtp-saved" src="./scoreboard.svg" alt="Step time, predicted against measured. ${caption}"></div>`;
  await writeFile(
    path,
    text.replace(BEFORE, () => `${place}\n\n${caption} A point's label names its row.\n\n${BEFORE}`),
  );
}
