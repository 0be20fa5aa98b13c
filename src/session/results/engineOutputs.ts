import type { OutputReader } from "../../dsl/evaluate/index.ts";
import { notModelled } from "../../engine/core/limit.ts";
import { modelOutputPaths } from "../../engine/index.ts";
import { degreeSearchLimits } from "../../engine/refusals/limits/degreeLimits.ts";
import { poolSearchLimits } from "../../engine/refusals/limits/poolLimits.ts";
import { planSpace } from "../../engine/search/planSpace.ts";
import { frontOf } from "../../engine/search/standing.ts";
import { FITS } from "../../engine/trainingStep/memory/fit.ts";
import { planText } from "../../report/index.ts";
import { answerOf, forgetAnswer, keepAnswer } from "../answers/answerOf.ts";
import { groupOf } from "../answers/groups.ts";
import { crossovers } from "../questions/crossovers.ts";
import { fitIn } from "./fit.ts";
import { lackOf } from "./lackOf.ts";
import { readModel, readScenario, rows } from "./readResult.ts";
import { rowOutputs } from "./rowOutputs.ts";
import { RowsAhead } from "./rowsAhead.ts";
import { searchOutputs } from "./searchOutputs.ts";
import { sessionOutputs } from "./sessionOutputs.ts";

const beginnings = new Set(
  sessionOutputs.flatMap(({ path }) => {
    const names = path.split(".");
    return names.map((_, at) => names.slice(0, at + 1).join("."));
  }),
);

/** Adapter through which the language reads the engine's results of scenarios, models, queues and runs. */
export const engineOutputs: OutputReader = {
  paths: sessionOutputs.map((output) => output.path),
  modelPaths: modelOutputPaths,
  isTable: (path) => rows.get(path)?.kind === "sensitivity",
  groupPaths: (group) => groupOf(group)?.outputs.map((output) => output.path) ?? [],
  has: (path, of) => (of && groupOf(of)?.has(path)) ?? beginnings.has(path),
  unit(path) {
    const row = rows.get(path);
    if (!row) return null;
    if (row.kind === "memory") return "B";
    if (row.kind === "roofline") return "FLOP/s";
    if (row.kind === "time" || row.kind === "timeline") return "s";
    return "unit" in row ? row.unit : null;
  },
  doc: (path) => rows.get(path)?.doc,
  rows(context, candidates, statement) {
    const own = rowOutputs(candidates);
    return context.threads ? new RowsAhead(own, candidates.sizes, context.threads, statement) : own;
  },
  check(context, scenario, place) {
    const known = scenario.ahead?.problem(context, place);
    if (known !== undefined) return known;
    const group = groupOf(scenario);
    if (group) return group.problem(context, scenario, place);
    const answer = answerOf(context, scenario, place);
    return answer.kind === "poison" ? answer : null;
  },
  planText(context, scenario) {
    if (groupOf(scenario)) return "";
    const answer = answerOf(context, scenario, null);
    return answer.kind === "answer" ? planText(answer.scenario.plan) : "";
  },
  fit(context, scenario) {
    if (groupOf(scenario)) return "yes";
    const known = FITS[scenario.ahead?.number("memory.fits") ?? -1];
    if (known !== undefined) return known;
    const answer = answerOf(context, scenario, null);
    return answer.kind === "answer" ? fitIn(answer) : "no";
  },
  lack(context, scenario) {
    if (groupOf(scenario)) return null;
    const answer = answerOf(context, scenario, null);
    return answer.kind === "answer" ? lackOf(answer.estimate.memory) : null;
  },
  release(scenario) {
    // Nothing of the scenario was read, so nothing is memoised.
    if (scenario.resolved === null) return;
    forgetAnswer(scenario);
    groupOf(scenario)?.release(scenario);
    scenario.bound.clear();
    scenario.resolved = null;
  },
  planSpace: (scenario) =>
    notModelled(poolSearchLimits, scenario)[0] ??
    notModelled(degreeSearchLimits, scenario)[0] ??
    planSpace(scenario),
  search: (context, request) =>
    // A search shared with other processes runs in this thread, so that its results are recorded.
    (context.searches ? null : context.threads?.answer(request)) ??
    searchOutputs(context, request, (row, scenario, estimate) => {
      keepAnswer(row, { kind: "answer", scenario, estimate, warnings: [] });
    }),
  crossovers,
  front(points) {
    const standing = frontOf();
    for (const [place, values] of points.entries()) standing.offer({ place, values });
    return standing.best.map(({ place }) => place);
  },
  read(context, node, place) {
    if (!node.scenario) return readModel(context, node);
    return (
      groupOf(node.scenario)?.read(context, node, node.scenario, place) ??
      readScenario(context, node, node.scenario, place)
    );
  },
};
