import type { statementWords } from "../../ast/words.ts";

/** Keywords that begin a statement, with their meanings, for completion and hover. */
export const statementKeywords: ReadonlyMap<string, string> = new Map<
  (typeof statementWords)[number],
  string
>([
  ["model", "define a model: model NAME { .. }"],
  ["device", "define an accelerator: device NAME { .. }"],
  ["cluster", "define a cluster: cluster NAME { .. }"],
  ["plan", "define a plan: plan NAME { .. }"],
  ["queue", "jobs that share a cluster: queue NAME { .. }"],
  ["run", "phases of one training, one after the other: run NAME { .. }"],
  ["let", "name a scenario, a number or a list: let NAME = e"],
  ["fn", "a function of your own: fn NAME(a, b) = e"],
  ["show", "print: show e as GiB, e { columns }"],
  ["plot", "draw: plot e { x = .., y = .. }"],
  ["compare", "scenarios side by side, what differs and why: compare a, b"],
  ["explain", "where a number comes from: explain e; why it differs from another's: explain a against b"],
  ["diagnose", "why a measured run differs from its prediction: diagnose run against base"],
  ["sweep", "a table: sweep NAME = e for PATH in [..] where c derive n = e"],
  ["search", "the best of a sweep: search NAME = e for .. minimize e keep 5"],
  ["solve", "the numbers for which a condition holds: solve NAME = e for PATH in a .. b where c == d"],
  ["control", "a value that a reader may choose: control PATH in [..], control PATH in a .. b"],
  ["exercise", 'a question to a reader: exercise NAME { answer = none, hints = [".."] }'],
  ["predict", "a guess before the number: predict NAME { of = e, guess = none }"],
  ["expect", 'pin a number: expect a ~= b within 5% cite ".."'],
  ["import", 'import NAME from "std/models"'],
]);

export const clauseKeywords: ReadonlyMap<string, string> = new Map([
  ["for", "for PATH in [..]: one row for each value"],
  ["where", "where c: keep rows for which c holds"],
  ["derive", "derive NAME = e: a column computed from the rows"],
  [
    "scaling",
    "scaling strong: a column `efficiency`, each series from its own first row; `weak` keeps the batch per device, `to_loss` counts device time to the target loss",
  ],
  ["minimize", "minimize e: the row with the smallest e first"],
  ["maximize", "maximize e: the row with the largest e first"],
  ["pareto", "pareto e, e: the rows that no other row beats in both (smaller is better)"],
  ["within", "within $2M, 60 days: cost and time_to_train are at most this"],
  ["keep", "keep N: the best N rows; keep N per PATH: the best N for each of its values"],
]);

export const expressionKeywords: ReadonlyMap<string, string> = new Map([
  ["on", "MODEL on CLUSTER with PLAN: a scenario"],
  ["with", "x with { f = e }: a copy of x with changes"],
  ["as", "x as GB/s: print x in this unit"],
  ["if", "if c then a else b"],
  ["and", "both conditions hold"],
  ["or", "one of the conditions holds"],
  ["not", "the condition does not hold"],
  ["in", "x in [..]: x is one of the list"],
  ["true", "yes"],
  ["false", "no"],
  ["none", "nothing"],
  ["within", "within 5% is relative to the right-hand side, within 0.2 s absolute"],
  ["cite", "where a value was published"],
  ["hint", "text that a failed check prints instead of the right number"],
]);
