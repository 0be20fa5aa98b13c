import { describe, expect, test } from "vitest";
import { abilityChecks, beyondFramework } from "../../../../src/engine/refusals/abilities/beyondFramework.ts";
import type { Abilities } from "../../../../src/engine/scenario/abilities.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(32, 4096, 32, 8, 14_336, 128_256);

/** What a plan asks for in vain of a framework that runs so much. */
function asked(runs: Partial<Abilities>, change: Partial<Plan>): readonly unknown[] {
  const framework = { ...generic, runs: { ...generic.runs, ...runs } };
  return beyondFramework(scenario(model, selene(8), plan({ framework, ...change }))).map(
    ({ params }) => params.asked,
  );
}

const piped = { pp: 4, schedule: "zb_h1" } as const;
const full = { kind: "full", modules: [] } as const;
const onHost = { optimizer: "host", weights: "none", delayed: false } as const;

describe("a plan asks its framework for what it says, and for nothing that has no effect", () => {
  test.each<readonly [Partial<Abilities>, Partial<Plan>, readonly unknown[]]>([
    [{ degrees: ["tp"] }, { tp: 2, pp: 4 }, ["pp"]],
    [{ degrees: ["tp", "pp"] }, { tp: 2, pp: 4 }, []],
    [{ sequenceParallelism: "always" }, { tp: 2, sequenceParallel: false }, ["never"]],
    [{ sequenceParallelism: "never" }, { tp: 2, sequenceParallel: true }, ["always"]],
    [{ sequenceParallelism: "always" }, { tp: 1, sequenceParallel: false }, []],
    [{ schedules: ["1f1b"] }, piped, ["zb_h1"]],
    [{ schedules: ["1f1b"] }, { ...piped, pp: 1 }, []],
    // Of a framework without pipelines that is said, and not that it has no schedules either.
    [{ schedules: [], degrees: [] }, piped, ["pp"]],
    [{ zeroStages: [0, 3] }, { zero: 1 }, ["1"]],
    [{ shardGroups: [3] }, { zero: 1, dp: 8, dpShard: 4 }, ["1"]],
    [{ shardGroups: [3] }, { zero: 1, dp: 8, dpShard: 8 }, []],
    [{ recomputes: ["full"] }, { recompute: full }, []],
    [{ recomputes: ["full"] }, { recompute: { ...full, layers: 3 } }, ["layers"]],
    [{ recomputes: ["full"] }, { recompute: { ...full, unit: 2 } }, ["units"]],
    [
      { recomputes: ["full", "norms"] },
      { recompute: { kind: "selective", modules: ["norms", "mlp"] } },
      ["mlp"],
    ],
    [{ offloads: [] }, { offload: "activations" }, ["activations"]],
    // Inputs of layers are all that full recomputation keeps.
    [{ offloads: ["checkpoints"] }, { offload: "activations" }, ["activations"]],
    [{ offloads: ["checkpoints"] }, { offload: "activations", recompute: full }, []],
    [{ offloads: ["activations"] }, { stateOffload: onHost }, ["optimizer"]],
    [{ offloads: ["optimizer"] }, { stateOffload: { ...onHost, optimizer: "nvme" } }, ["optimizer_nvme"]],
    [{ cpTypes: ["ring"] }, { cp: 2, cpType: "ulysses" }, ["ulysses"]],
    [{ cpTypes: ["ring"] }, { cp: 1, cpType: "ulysses" }, []],
    [{ conflicts: ["pp_zero_2"] }, { pp: 4, zero: 2 }, ["pp_zero_2"]],
    [{ conflicts: ["pp_zero_2"] }, { pp: 1, zero: 2 }, []],
    [{ conflicts: ["tp_zero_3"] }, { tp: 4, zero: 3 }, ["tp_zero_3"]],
    [{ conflicts: ["cp_zero_0"] }, { cp: 2, zero: 0 }, ["cp_zero_0"]],
    [{ conflicts: ["cp_zero_0"] }, { cp: 1, zero: 0 }, []],
    [{ conflicts: ["cp_zero_0"] }, { cp: 2, zero: 3 }, []],
    [{ conflicts: ["ranks_unsharded"] }, { cp: 2, zero: 1 }, ["ranks_unsharded"]],
    [{ conflicts: ["ranks_unsharded"] }, { cp: 2, zero: 3 }, []],
    [{ conflicts: ["ranks_unsharded"] }, { cp: 1, ep: 1, zero: 0 }, []],
    [{ conflicts: ["state_apart"] }, { zero: 3, stateOffload: onHost }, ["state_apart"]],
    [{ conflicts: ["state_apart"] }, { zero: 3, stateOffload: { ...onHost, weights: "host" } }, []],
  ])("%j, %j", (runs, change, found) => expect(asked(runs, change)).toEqual(found));
});

test("degrees of 1 have no place in an order of ranks", () => {
  const rankOrders = [["tp", "cp", "dp", "pp"]] as const;
  const order = (change: Partial<Plan>): readonly unknown[] =>
    beyondFramework(
      scenario(
        model,
        selene(8),
        plan({ framework: { ...generic, rankOrders }, rankOrder: ["tp", "cp", "pp", "dp"], ...change }),
      ),
    ).map(({ params }) => params.asked);
  expect(order({ pp: 1, dp: 8 })).toEqual([]);
  expect(order({ pp: 2, dp: 4 })).toEqual(["tp_cp_pp_dp"]);
});

test("a framework of which nothing is known runs everything", () => {
  const found = abilityChecks.filter(
    ({ concerns, reads }) => concerns(generic) && !reads.includes("rankOrder"),
  );
  expect(found).toEqual([]);
});
