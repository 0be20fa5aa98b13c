import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";

// Parts of a step and of its memory that the plan sets instead of the engine.

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

export const givenMemory = formula({
  name: "givenMemory",
  result: "overridden by the plan: the bytes that it sets, instead of the engine's",
  unit: "B",
  expression: "Q_o + 0*Q_e",
  symbols: {
    Q_o: symbol("Q_o", "bytes that the plan sets", "B"),
    Q_e: symbol("Q_e", "bytes that the engine computes, which do not count", "B"),
  },
  source: "the plan",
  assumes: "every stage holds as much; the other parts of the memory stay as they are",
  example: { Q_o: 12e9, Q_e: 15e9, gives: 12e9 },
});
