import { expect, test } from "vitest";
import { trialsOf } from "../../../src/validation/scoreboard/trials.ts";
import { everything, kind, runs } from "../../uncertainty/runs.ts";

const both = (all: ReturnType<typeof runs>) => all.flatMap((run) => [run, { ...run, heldOut: true }]);

test("nothing that is left out is in what intervals are made of, and what is asked was held out or is by hand", () => {
  const all = both([...everything(12, 0.2), ...runs(12, 0.2, { kind: { ...kind, traits: ["fp8"] } })]).map(
    (run, at) => ({ ...run, byHand: at % 5 === 0 }),
  );
  const trials = trialsOf(all);
  expect(new Set(trials.map(({ without }) => without))).toEqual(
    new Set(["nothing", "generation", "framework", "name", "source", "way"]),
  );
  for (const { without, name, from, asked } of trials) {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ heldOut, byHand }) => heldOut || (byHand && without !== "nothing"))).toBe(true);
    if (without === "source") expect(from.some(({ source }) => source === name)).toBe(false);
    if (without === "generation") expect(from.some((run) => run.kind.architecture === name)).toBe(false);
    if (without === "framework") expect(from.some((run) => run.kind.framework === name)).toBe(false);
    if (without === "way" && name === "fp8")
      expect(from.some((run) => run.kind.traits.includes("fp8"))).toBe(false);
  }
});

test("runs of a left-out generation are asked as guessed, those of a stack without a name as unnamed", () => {
  const all = both(everything(12, 0.2)).map((run) => ({ ...run, guessed: 1, unnamed: 2 }));
  const asked = (without: string) => trialsOf(all).find((trial) => trial.without === without)?.asked ?? [];
  expect(asked("generation").every(({ missed }) => missed.time === 1)).toBe(true);
  expect(asked("name").every(({ missed, kind: of }) => missed.time === 2 && of.framework === "generic")).toBe(
    true,
  );
  expect(asked("framework").some(({ missed }) => missed.time === 2)).toBe(false);
});

test("a source that intervals were not made of leaves them as they are", () => {
  const all = [...everything(12, 0.2), ...runs(1, 0.1, { source: "elsewhere", heldOut: true })];
  expect(trialsOf(all).find(({ name }) => name === "elsewhere")?.from).toBe(all);
});
