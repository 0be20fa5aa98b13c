import { describe, expect, test } from "vitest";
import { agreement } from "../../../src/engine/compiled/agreement.ts";
import { type WatchedScenario, watchedScenario } from "../../../src/engine/compiled/watchedScenario.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { llama, plan, scenario, selene } from "../support/scenarios.ts";
import { withValue } from "./support/withValue.ts";

const base = scenario(
  llama(8, 2048, 16, 8, 8192, 32_000),
  selene(4),
  plan({ tp: 4, dp: 8, globalBatch: 64 }),
);
const other = withValue(base, "plan.tp", () => 2);

/** Whether scenarios agree in what `read` has read, and the variable that was found on the way. */
function having(read: (watched: WatchedScenario) => void) {
  const watched = watchedScenario(base);
  read(watched);
  const kept = watched.seal();
  const variables = new Float64Array(1);
  const agrees = agreement(watched.read);
  return { with: (one: Scenario) => agrees(one, variables) && kept(), variables };
}
const claim = (watched: WatchedScenario): boolean => watched.claim("plan.tp", watched.scenario.plan.tp, 0);

describe("a watched scenario", () => {
  test("holds to nothing that was not read", () => {
    expect(having(() => undefined).with(other)).toBe(true);
  });

  test("does not hold to a field that was handed to the algebra at once", () => {
    const found = having((watched) => expect(claim(watched)).toBe(true));
    expect(found.with(other)).toBe(true);
    expect(found.variables[0]).toBe(2);
  });

  test("holds to a field that was read as it is", () => {
    const found = having(({ scenario: { plan } }) => plan.tp > 1);
    expect(found.with(other)).toBe(false);
    expect(found.with(base)).toBe(true);
  });

  test("holds to a field that was read as it is before or after", () => {
    const before = having((watched) => {
      expect(watched.scenario.plan.tp).toBe(4);
      expect(watched.scenario.plan.pp).toBe(1);
      expect(claim(watched)).toBe(false);
    });
    expect(before.with(other)).toBe(false);
    const later = having((watched) => {
      expect(claim(watched)).toBe(true);
      expect(watched.scenario.plan.tp).toBe(4);
    });
    expect(later.with(other)).toBe(false);
    expect(later.with(base)).toBe(true);
    expect(later.variables[0]).toBe(4);
  });

  test("does not take another field, or another number, for the one that was read", () => {
    having((watched) => {
      expect(watched.scenario.plan.dp).toBe(8);
      expect(watched.claim("plan.tp", 8, 0)).toBe(false);
      expect(watched.scenario.plan.tp).toBe(4);
      expect(watched.claim("plan.tp", 5, 0)).toBe(false);
    });
  });

  test("holds to what is there at all, and to what was listed", () => {
    const { scaleOut } = base.cluster;
    const alone = { ...base, cluster: { ...base.cluster, scaleOut: null } };
    expect(having(({ scenario }) => scenario.cluster.scaleOut !== null).with(alone)).toBe(false);
    expect(
      having(({ scenario }) => ({ ...scenario.cluster.scaleOut })).with(
        withValue(base, "cluster.scaleOut.nicsPerNode", () => 4),
      ),
    ).toBe(false);
    expect(
      having(({ scenario }) => scenario.plan.rankOrder.map((one) => one)).with({
        ...base,
        plan: { ...base.plan, rankOrder: ["dp", "tp", "cp", "pp"] },
      }),
    ).toBe(false);
    expect(scaleOut).not.toBe(null);
  });

  test("does not hold once something is read that was not read before", () => {
    let late = (): number => 0;
    const found = having(({ scenario: { plan } }) => {
      late = () => plan.pp;
    });
    expect(found.with(base)).toBe(true);
    expect(late()).toBe(1);
    expect(found.with(base)).toBe(false);
  });
});
