/** Entry of the script that the first output of the playground loads: tables and figures that answer, numbers that explain themselves. */
import { explainedNumbers } from "../../editor/explain/explainedNumbers.ts";
import { figureTools } from "../../editor/figures/figureTools.ts";
import { linkedLabels } from "../../editor/links/linkedLabels.ts";
import { answeringTables } from "../../editor/tables/answeringTable.ts";
import { ANSWERS, type Answers } from "./loadAnswers.ts";
import { drawPlotly } from "./plotly.ts";

const answers: Answers = {
  output(root, ask, nodesOf) {
    answeringTables(root);
    linkedLabels(document);
    explainedNumbers(root, ask, nodesOf);
  },
  figure(picture, say) {
    linkedLabels(document);
    return figureTools(picture, say);
  },
  draw: drawPlotly,
};

Reflect.set(globalThis, ANSWERS, answers);
