import { expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const [h, s, tp] = [4096, 2048, 8];
const sends = (stageShares: Framework["stageShares"], sequenceParallel = false) =>
  estimated(
    scenario(
      gpt(8, h, 32),
      selene(4),
      plan({
        ...{ tp, pp: 4, dp: 1, seqLen: s, microBatch: 1, globalBatch: 4, sequenceParallel },
        framework: { ...generic, stageShares },
      }),
    ),
  )
    .comm.filter(({ dimension }) => dimension === "pp")
    .filter(({ what }) => !/embedding/.test(what))
    .map(({ op, what, bytes, count }) => [op, what, bytes, count]);
const whole = s * h * 2;

test("ranks send a share and gather the rest, both ways", () => {
  expect(sends("all")).toEqual([
    ["send_recv", "activations and their gradients", whole / tp, 8],
    ["all_gather", "received activation shards", whole, 8],
  ]);
});

test("activations alone are shared out, and gradients go whole", () => {
  expect(sends("activations")).toEqual([
    ["send_recv", "activations", whole / tp, 4],
    ["all_gather", "received activation shards", whole, 4],
    ["send_recv", "gradients of activations", whole, 4],
  ]);
});

test("every rank sends the whole both ways, and gathers nothing", () => {
  expect(sends("none")).toEqual([["send_recv", "activations and their gradients", whole, 8]]);
});

test("under sequence parallelism a rank has its share alone", () => {
  expect(sends("none", true)).toEqual(sends("all", true));
});
