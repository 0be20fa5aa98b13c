import type { Place } from "../../diagnostics/diagnostic.ts";
import type { Context } from "../values/context.ts";
import { type Change, NONE, type Poison, type RecordValue, type Value } from "../values/value.ts";
import { plainNumber } from "./arithmetic.ts";
import { withChanges } from "./record.ts";

/** Fields of a cluster that follow from its pools where it has any. */
const FROM_POOLS: ReadonlySet<string> = new Set(["device", "nodes", "devices_per_node", "devices"]);

/**
 * Value of a cluster's field that follows from its `pools`: the first pool's device, and the nodes and devices of all.
 * Null for any other field, and for a cluster without pools.
 */
export function fromPools(context: Context, record: RecordValue, name: string): Value | null {
  if (record.type.what !== "cluster" || !record.fields.has("pools") || !FROM_POOLS.has(name)) return null;
  const pools = context.readField(record, "pools");
  if (pools.kind !== "list") return pools.kind === "poison" ? pools : null;
  let total = 0;
  for (const one of pools.items) {
    if (one.kind !== "record") continue;
    const pool = one.type.what === "tagged" ? asPool(context, record, one) : one;
    if (pool.kind === "poison") return pool;
    const value = context.readField(pool, name);
    // Pools differ in their devices: the first one's stands for them where one is read.
    if (name === "device" || name === "devices_per_node" || value.kind !== "quantity") return value;
    total += value.value;
  }
  return plainNumber(total);
}

/** Cluster of one pool: the cluster that has it, with what the pool sets. */
export function asPool(context: Context, cluster: RecordValue, pool: RecordValue): RecordValue | Poison {
  const place = pool.place ?? cluster.place ?? NOWHERE;
  const change = (name: string, value: Value): Change => ({
    path: [name],
    places: [place],
    binding: { kind: "value", value, text: "", place },
  });
  const own = [...pool.fields.keys()].flatMap((name): readonly Change[] => {
    const value = context.readField(pool, name);
    return value.kind === "word" && value.word === "same" ? [] : [change(name, value)];
  });
  // A pool without a number of its own has one node, whatever the cluster says of all its nodes.
  const nodes = context.readField(pool, "nodes");
  return withChanges(cluster, [change("pools", NONE), change("nodes", nodes), ...own]);
}

const NOWHERE: Place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
