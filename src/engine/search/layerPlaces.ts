import { linksOf } from "../communication/fabric/placement.ts";
import { expertGroup, insideExpertGroup } from "../experts/experts.ts";
import type { Field } from "../factor.ts";
import { modelParts } from "../model/modelParts.ts";
import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import { layerPlacement } from "../step/microBatch.ts";
import type { Point } from "./candidates.ts";
import { type Merged, Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/** The fields that say what lies between the ranks of a layer's groups. */
const FIELDS = ["rankOrder", "dp", "pp"] as const;
/** These are read with them. */
const RANKS = ["tp", "cp", "ep", "etp"] as const;
/** Nothing lies between the devices of a stage. */
const NEAR = ["tp", "cp", "dp", "pp"] as const;

/** Something worked out once for all candidates that agree in what it reads. */
export type Lookup<T> = Pick<Remembered<T>, "reads" | "at">;

/** What is worked out of layers: for most plans the same wherever stages and replicas are. */
export interface LayerPlaces {
  /** Of all of a layer, or of all but its routed experts. `fields` are read beside what lies between its ranks. */
  remembered<T>(
    of: "layer" | "on experts",
    fields: () => readonly Field[],
    make: (scenario: Scenario, point: Point) => T,
    merged?: Merged | null,
  ): Lookup<T>;
}

export function layerPlaces(space: Space, { model, plan, cluster }: Scenario): LayerPlaces {
  const orders = ordersIn(space, plan.rankOrder);
  const near = orders?.every(([first, second]) => first === "tp" && second === "cp") === true;
  const experts = modelParts(model).some(({ model: part }) => part.mlp.kind === "moe");
  const one = space.candidates.reads("cluster") === 0;
  const placed = onceByRanks(one ? (plan) => layerLinks(plan, cluster) : layerPlacement);
  const fieldsRead = [...FIELDS, ...RANKS];
  const between = new Remembered(
    space,
    () => fieldsRead,
    (scenario) => placed(scenario.plan),
    {
      ...{ fields: fieldsRead, of: placed },
    },
  );
  return {
    remembered(of, fields, make, merged = null) {
      const usual = new Remembered(
        space,
        () => fields().filter((field) => !FIELDS.some((one) => one === field)),
        make,
        merged,
      );
      // Only groups of experts have anything between their ranks where the others are the nearest.
      if (near && (of === "on experts" || !experts)) return usual;
      const apart = new Remembered(space, fields, make, inPlace(merged, placed));
      return {
        get reads() {
          return between.reads | apart.reads;
        },
        at: (point) => (between.at(point) === "" ? usual.at(point) : apart.at(point)),
      };
    },
  };
}

/** Once for all plans with the same ranks, whoever asks. */
function onceByRanks(of: (plan: Plan) => string): (plan: Plan) => string {
  const orders = new Map<Plan["rankOrder"], Map<string, string>>();
  return (plan) => {
    const { rankOrder, dp, pp, tp, cp, ep, etp } = plan;
    const known = orders.get(rankOrder) ?? new Map<string, string>();
    orders.set(rankOrder, known);
    const ranks = `${dp} ${pp} ${tp} ${cp} ${ep} ${etp}`;
    const found = known.get(ranks) ?? of(plan);
    known.set(ranks, found);
    return found;
  };
}

/** On a known machine: which links lie between them, which are the same ones for many plans. */
function layerLinks(plan: Plan, cluster: Cluster): string {
  const between = layerPlacement(plan);
  const [first, second] = plan.rankOrder;
  if (between === "" || first !== "tp" || second !== "cp") return between;
  const [own, near] = [plan, { ...plan, rankOrder: NEAR }].map((one) =>
    [expertGroup, insideExpertGroup].map((group) => linksOf(group(one, cluster), cluster)).join(" "),
  );
  return own === near ? "" : String(own);
}

/** What is read in part, and with it what lies between a layer's ranks. */
function inPlace(merged: Merged | null, placed: Merged["of"]): Merged {
  const { fields, of } = merged ?? { fields: [], of: () => "" };
  const ranks = RANKS.filter((field) => !fields.includes(field));
  return {
    fields: [...fields, ...FIELDS, ...ranks],
    of: (plan) => `${of(plan)} ${ranks.map((field) => plan[field]).join(" ")} ${placed(plan)}`,
  };
}

/** Orders of ranks of a search's candidates; null where more than one choice says which. */
function ordersIn({ candidates }: Space, own: Scenario["plan"]["rankOrder"]): readonly string[][] | null {
  const { settings, sizes } = candidates;
  const reads = candidates.reads("rankOrder");
  if (reads === 0) return [[...own]];
  const [choice = 0, another] = new Set(
    settings.flatMap(({ choice }, i) => ((reads >> i) & 1 ? [choice] : [])),
  );
  if (another !== undefined) return null;
  const point = new Int32Array(sizes.length);
  const orders = Array.from({ length: sizes[choice] ?? 0 }, (_, value) => {
    point[choice] = value;
    return candidates.field("rankOrder", point) as string[] | undefined;
  });
  // Reading it may have shown that it depends on more.
  const known = orders.filter((order) => order !== undefined);
  return candidates.reads("rankOrder") === reads && known.length === orders.length ? known : null;
}
