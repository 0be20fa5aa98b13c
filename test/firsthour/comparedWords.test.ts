import { describe, expect, it } from "vitest";
import { BASE, cell, memorySession } from "../support/memorySession.ts";

describe("a word compared with a result of a scenario that has an error", () => {
  const session = memorySession();
  cell(session, `${BASE}let broken = t with { plan.tp = 7 }`);
  const messages = (text: string) => cell(session, text).diagnostics.map(({ message }) => message);
  const wrong = messages("show broken.memory.peak");

  it.each([
    "expect broken.memory.fits != yes",
    "expect yes == broken.memory.fits",
    "expect broken.memory.fits in [yes, maybe]",
    "show broken.memory.fits == yes",
    "show broken.memory.fits != no and broken.mfu > 40%",
    "sweep s = t for plan.micro_batch in [1, 2] where broken.memory.fits != yes\nshow s",
  ])("reports that error alone: %s", (text) => {
    expect(wrong[0]).toContain("do not divide by tp = 7");
    expect(messages(text)).toEqual(wrong);
  });

  it("a misspelled name on one side, or on both, is still reported", () => {
    expect(messages("expect brokne.mfu == broken.mfu")).toContain("nothing here is called `brokne`");
    expect(messages("show thsi == thta")).toEqual(["nothing here is called `thsi`"]);
    expect(messages("expect broken.mfu ~= thta")).toContain("nothing here is called `thta`");
  });
});
