/** Entry of the script of a page that `dtp run --html` writes. */
import { explainedNumbers } from "../editor/explain/explainedNumbers.ts";
import { answeringTables } from "../editor/tables/answeringTable.ts";
import { REDRAW } from "../report/render/livePage.ts";
import { livePage } from "./livePage.ts";
import { rememberPage } from "./patchPage.ts";

rememberPage(document);
const live = livePage();
function answer(): void {
  answeringTables(document);
  if (live) explainedNumbers(document, live.explain);
}
answer();
document.addEventListener(REDRAW, answer);
