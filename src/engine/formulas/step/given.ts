import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";

// Parts of a step that the plan sets instead of the engine.

export const givenTime = formula({
  name: "givenTime",
  result: "overridden by the plan: the time that it sets, instead of the engine's",
  unit: "s",
  expression: "t_o + 0*t_e",
  symbols: {
    t_o: symbol("t_o", "time that the plan sets", "s"),
    t_e: symbol("t_e", "time that the engine computes, which does not count", "s"),
  },
  source: "the plan",
  assumes: "the other parts of the step stay as they are",
  example: { t_o: 0.02, t_e: 0.031, gives: 0.02 },
});
