import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Price } from "../../../engine/scenario/money.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/** Price and running expenses of a cluster, as the engine's data. */
export function toMoney(read: Reader, cluster: RecordValue): Pick<Cluster, "price" | "expenses"> {
  return {
    price: toPrice(read, cluster),
    expenses: {
      storagePrice: read.optional(cluster, "storage_price"),
      transferPrice: read.optional(cluster, "transfer_price"),
      staffPerSecond: read.optional(cluster, "staff"),
    },
  };
}

function toPrice(read: Reader, cluster: RecordValue): Price | null {
  const tag = read.record(cluster, "price");
  switch (tag?.name) {
    case "reserved":
      return {
        kind: "reserved",
        perDeviceSecond: read.number(tag, "rate"),
        termSeconds: read.number(tag, "term"),
        rest: read.word<"used" | "wasted">(tag, "rest"),
      };
    case "owned":
      return {
        kind: "owned",
        capexPerDevice: read.number(tag, "capex"),
        residual: read.number(tag, "residual"),
        interest: read.number(tag, "interest"),
        upkeep: read.number(tag, "upkeep"),
        hostingPerJoule: read.number(tag, "hosting"),
        electricityPerJoule: read.number(tag, "electricity"),
      };
    default: {
      const perDeviceSecond = read.optional(cluster, "price");
      return perDeviceSecond === null ? null : { kind: "hourly", perDeviceSecond };
    }
  }
}
