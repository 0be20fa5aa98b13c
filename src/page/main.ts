/** Entry of the script of a page that `dtp run --html` writes. */
import { explainedNumbers } from "../editor/explain/explainedNumbers.ts";
import { figureButtons } from "../editor/figures/figureButtons.ts";
import { linkedLabels } from "../editor/links/linkedLabels.ts";
import { answeringTables } from "../editor/tables/answeringTable.ts";
import { FIGURE_BUTTONS, REDRAW } from "../report/render/livePage.ts";
import { livePage } from "./livePage.ts";
import { rememberPage } from "./patchPage.ts";

const { Plotly } = globalThis as unknown as {
  Plotly?: Parameters<typeof figureButtons>[0];
};
if (Plotly) Object.assign(globalThis, { [FIGURE_BUTTONS]: figureButtons(Plotly) });
rememberPage(document);
const live = livePage();
function answer(): void {
  answeringTables(document);
  if (live) explainedNumbers(document, live.explain);
}
answer();
linkedLabels(document);
document.addEventListener(REDRAW, answer);
