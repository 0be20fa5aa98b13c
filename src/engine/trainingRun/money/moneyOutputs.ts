import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const NEEDS: readonly string[] = ["plan.tokens", "cluster.price"];

const PARTS: readonly (readonly [name: string, doc: string])[] = [
  ["devices", "Cost of the devices: their hourly price, or the cost of owning them."],
  ["spares", "Cost of spare nodes, by the hour."],
  ["unused", "Cost of the unused rest of a reserved term."],
  ["depreciation", "Owned devices: depreciation."],
  ["interest", "Owned devices: interest on their value."],
  ["upkeep", "Owned devices: repairs and support."],
  ["hosting", "Owned devices: room and power supply."],
  ["electricity", "Owned devices: electricity."],
  ["storage", "Cost of data and checkpoints in storage, with `cluster.storage_price`."],
  [
    "transfer",
    "Cost of sending the data to the site and the last checkpoint away from it, with `cluster.transfer_price`.",
  ],
  ["staff", "Cost of the staff, with `cluster.staff`."],
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
