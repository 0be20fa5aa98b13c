import type { Statement } from "../../dsl/ast/ast.ts";
import { entryValue, type Module } from "../../dsl/evaluate/index.ts";
import { runCompare } from "../compare/runCompare.ts";
import { runControl } from "../controls/runControl.ts";
import { runDiagnose } from "../diagnose/runDiagnose.ts";
import { runExercise } from "../exercise/runExercise.ts";
import { runPredict } from "../exercise/runPredict.ts";
import { runExpect } from "../expect/runExpect.ts";
import { runExplain } from "../explain/runExplain.ts";
import { runPlot } from "../plot/runPlot.ts";
import { runShow } from "../show/runShow.ts";
import type { Run } from "../verbs/run.ts";

/**
 * Runs one statement. `show`, `plot`, `compare`, `explain`, `control`, `exercise`, `predict`, `diagnose` and `expect` produce output, and a table is evaluated. Other
 * definitions are evaluated when something reads them.
 */
export function runStatement(run: Run, statement: Statement, module: Module): void {
  switch (statement.kind) {
    case "show":
      runShow(run, statement);
      return;
    case "plot":
      runPlot(run, statement);
      return;
    case "compare":
      runCompare(run, statement);
      return;
    case "explain":
      runExplain(run, statement);
      return;
    case "control":
      runControl(run, statement);
      return;
    case "diagnose":
      runDiagnose(run, statement);
      return;
    case "exercise":
      runExercise(run, statement);
      return;
    case "predict":
      runPredict(run, statement);
      return;
    case "expect":
      runExpect(run, statement);
      return;
    case "sweep":
    case "search":
    case "solve": {
      const entry = module.entries.get(statement.name.name);
      if (entry?.statement !== statement) return;
      const value = entryValue(run.context, entry);
      if (value.kind === "poison") run.reportAll(value);
      return;
    }
    case "define":
    case "let":
    case "fn":
      return;
  }
}
