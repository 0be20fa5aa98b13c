// How many scenarios a second the engine answers, and the language with it.
import { gpt3Base } from "./gpt3Base.mjs";
import { perSecond } from "./measure.mjs";

const program = `${gpt3Base}sweep s = base for plan.micro_batch in [1, 2, 4] for plan.tp in [1, 2, 4, 8] for plan.pp in [1, 2, 4, 8, 16] for plan.zero in [0, 1, 2]
`;
const ROWS = 3 * 4 * 5 * 3;

/** The scenarios of some plans as the engine reads them. */
function scenariosOf(session) {
  const found = [];
  session.run(program, { name: "base.dtp", mode: "cell" });
  for (const tp of [1, 2, 4, 8])
    for (const pp of [4, 8, 16])
      for (const microBatch of [1, 2, 4]) {
        const change = `plan.tp = ${tp}, plan.pp = ${pp}, plan.micro_batch = ${microBatch}`;
        const { outputs } = session.run(`show base with { ${change} }`, { name: "plan.dtp", mode: "cell" });
        if (outputs[0]?.data) found.push(outputs[0].data.scenario);
      }
  return found;
}

/** Rows [name, value, unit, goal]. */
export function benchEstimate({ createSession, createWorld, estimate }, root) {
  const session = createSession(createWorld(root));
  const run = () => session.run(program, { name: "bench.dtp", mode: "file" });
  const { diagnostics } = run();
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(`the benchmark's sweep does not run: ${wrong.message}`);
  const scenarios = scenariosOf(session);
  const goal = "goal: 100,000 /s";
  if (scenarios.length === 0) throw new Error("the benchmark's plans have no answer");
  const all = (change) => () => {
    for (const one of scenarios) estimate(change(one));
  };
  // A model that was never met has nothing in common with what was worked out before.
  const fresh = (one) => ({ ...one, model: { ...one.model } });
  return [
    ["sweep rows (resolve, estimate, tabulate)", (perSecond(run, 3) * ROWS) | 0, "/s", ""],
    [
      "estimates, full breakdown, on one core",
      perSecond(
        all((one) => one),
        2,
      ) * scenarios.length,
      "/s",
      goal,
    ],
    ["  of models not met before", perSecond(all(fresh), 4) * scenarios.length, "/s", ""],
  ];
}
