import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

const NEEDS: readonly string[] = ["plan.tokens", "cluster.price"];

const PARTS: readonly (readonly [name: string, doc: string])[] = [
  ["devices", "Devices: by the hour, or what owning them takes."],
  ["spares", "Spare nodes, by the hour."],
  ["unused", "The rest of a reserved term that nobody uses."],
  ["depreciation", "Of devices that one owns: their loss of value."],
  ["interest", "Of devices that one owns: interest on their value."],
  ["upkeep", "Of devices that one owns: repairs and support."],
  ["hosting", "Of devices that one owns: the room and its power supply."],
  ["electricity", "Of devices that one owns: the energy they use."],
  ["storage", "Data and checkpoints in storage, with `cluster.storage_price`."],
  ["transfer", "Data sent to the site and the last checkpoint sent away, with `cluster.transfer_price`."],
  ["staff", "People, with `cluster.staff`."],
];

/** The cost of the run to the token budget, and its parts. */
export const moneyOutputs: readonly Output[] = [
  {
    kind: "breakdown",
    path: "cost",
    unit: "$",
    doc: "Cost of the run to the token budget, by what it is paid for.",
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
  numberOutput(
    "cost.rate",
    "$/GPU/s",
    "Cost over device time: what an hour of a device comes to, all parts together.",
    (e) => e.cost?.rate ?? null,
    ...NEEDS,
  ),
];
