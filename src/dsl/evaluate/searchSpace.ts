import type { Place } from "../diagnostics/diagnostic.ts";
import { plainNumber } from "./arithmetic.ts";
import { type Space, spaceOf } from "./combinations.ts";
import type { Context } from "./context.ts";
import { sequences } from "./fillOrCount.ts";
import { makeRecord, readField } from "./record.ts";
import { tagType } from "./recordType.ts";
import { scenarioPart } from "./scenario.ts";
import { type Change, NONE, type Poison, type ScenarioValue, type Value } from "./value.ts";

/**
 * What a search without `for` tries: tensor degrees inside the scale-up domain, pipeline stages up to the layers,
 * replicas for the rest, micro-batches by powers of two, and how much is recomputed and sharded.
 */
export function searchSpace(context: Context, base: ScenarioValue, place: Place): Space | Poison {
  const cluster = scenarioPart(context, base, "cluster");
  const model = scenarioPart(context, base, "model");
  const plan = scenarioPart(context, base, "plan");
  for (const part of [cluster, model, plan]) if (part.kind === "poison") return part;
  if (cluster.kind !== "record" || model.kind !== "record" || plan.kind !== "record")
    return { kind: "poison", diagnostics: [] };
  const number = (value: Value, otherwise: number) => (value.kind === "quantity" ? value.value : otherwise);
  const devices = readField(context, cluster, "devices");
  if (devices.kind === "poison") return devices;
  const layers = readField(context, model, "layers");
  if (layers.kind === "poison") return layers;
  const perNode = number(readField(context, cluster, "devices_per_node"), 8);
  const batch = sequences(context, plan);
  if (typeof batch !== "number") return batch;
  const total = number(devices, 1);
  const axis = (path: string, values: readonly Value[]): readonly (readonly Change[])[] =>
    values.map((value) => [
      {
        path: path.split("."),
        places: [place, place],
        binding: { kind: "value", value, text: "search", place },
      },
    ]);
  const numbers = (values: readonly number[]) => values.map(plainNumber);
  const tag = (name: string): readonly Value[] => {
    const type = tagType(name);
    return type ? [makeRecord(type, name, new Map(), { place })] : [];
  };
  const paths = ["plan.tp", "plan.pp", "plan.micro_batch", "plan.recompute", "plan.zero"];
  const axes = [
    axis("plan.tp", numbers(divisors(total).filter((n) => n <= perNode))),
    axis("plan.pp", numbers(divisors(total).filter((n) => n <= number(layers, 1)))),
    axis("plan.micro_batch", numbers([1, 2, 4, 8, 16].filter((n) => n <= batch))),
    axis("plan.recompute", [NONE, ...tag("selective"), ...tag("full")]),
    axis("plan.zero", numbers([0, 1, 2, 3])),
  ];
  const fill = axis("plan.dp", [{ kind: "word", word: "fill" }]);
  return spaceOf([...axes, fill], paths);
}

function divisors(n: number): readonly number[] {
  const found: number[] = [];
  for (let d = 1; d <= Math.min(n, 100_000); d++) if (n % d === 0) found.push(d);
  return found;
}
