import type { Device } from "../../engine/scenario/device.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { World } from "../../session/index.ts";
import { problemOf, scenarioReader } from "../programs/scenarioOf.ts";

/**
 * Constants that are calibrated on a measured device, and guessed for any other. Everything else is on the
 * data sheet.
 */
const FITTED = [
  ...([
    "gemmEfficiency",
    "fp4Efficiency",
    "sustained",
    "flashEfficiency",
    "flashVersion",
    "flashBlock",
    "softmaxWidth",
  ] as const),
  ...(["memoryEfficiency", "contention", "sendContention", "launchSeconds"] as const),
] satisfies readonly (keyof Device)[];

/** A device known only by its data sheet. */
const UNKNOWN = `edition 2026

import selene from "std/clusters"
import gpt3_175b from "std/models"

device unknown {
  memory = 80 GiB
  memory_bandwidth = 2 TB/s
  peak = rates(bf16 = 300 TFLOP/s)
  sms = 100
}
plan p { dp = fill, seq_len = 2_048, micro_batch = 1, global_batch = 64 sequences }
let run = gpt3_175b on (selene with { nodes = 1, device = unknown }) with p
`;

/**
 * Scenario as if its device had never been measured: calibrated constants are replaced by the language's
 * guesses.
 */
export function guesser(world: World): (scenario: Scenario) => Scenario {
  const found = scenarioReader(world)(UNKNOWN, "unknown");
  if (found.kind === "problems") throw new Error(problemOf(found));
  const { device } = found.scenario.cluster;
  const guesses = Object.fromEntries(FITTED.map((constant) => [constant, device[constant]]));
  return (scenario) => ({
    ...scenario,
    cluster: { ...scenario.cluster, device: { ...scenario.cluster.device, ...guesses } },
  });
}
