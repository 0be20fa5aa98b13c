import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const NEEDS: readonly string[] = ["plan.tokens", "cluster.price"];

const PARTS: readonly (readonly [name: string, doc: string])[] = [
  ["devices", "Devices: hourly price, or the cost of owning them."],
  ["spares", "Spare nodes, by the hour."],
  ["unused", "The unused rest of a reserved term."],
  ["depreciation", "Owned devices: depreciation."],
  ["interest", "Owned devices: interest on their value."],
  ["upkeep", "Owned devices: repairs and support."],
  ["hosting", "Owned devices: the room and its power supply."],
  ["electricity", "Owned devices: the energy they use."],
  ["storage", "Data and checkpoints in storage, with `cluster.storage_price`."],
  ["transfer", "Data sent to the site and the last checkpoint sent away, with `cluster.transfer_price`."],
  ["staff", "People, with `cluster.staff`."],
];

/** Outputs of the run's cost to the token budget. */
export const moneyOutputs: readonly Output[] = [
  {
    kind: "breakdown",
    path: "cost",
    unit: "$",
    doc: "Cost of the run to the token budget, by item.",
    needs: NEEDS,
    read: (e) => e.cost?.total ?? null,
  },
  ...partOutputs("cost", "$", PARTS, (e) => e.cost?.total, ...NEEDS),
  numberOutput(
    "cost.per_token",
    "$/token",
    "Cost of a token of the budget.",
    (e) => e.cost?.perToken ?? null,
    ...NEEDS,
  ),
  numberOutput("cost.rate", "$/GPU/s", "Total cost per device-hour.", (e) => e.cost?.rate ?? null, ...NEEDS),
];
