import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { expertGroup, insideExpertGroup } from "../trainingStep/fabric/expertGroups.ts";
import { linksOf } from "../trainingStep/fabric/placement.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";
import { layerPlacement } from "../trainingStep/step/microBatch.ts";
import { type Memo, type MemoRow, type Merged, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Fields that decide which other ranks lie between the ranks of a layer's groups. */
const FIELDS = ["rankOrder", "dp", "pp"] as const;
/** Group sizes that decide which other ranks lie between the ranks of a layer's groups. */
const RANKS = ["tp", "cp", "ep", "etp"] as const;
/** Rank order in which the ranks of one stage are neighbours. */
const NEAR = ["tp", "cp", "dp", "pp"] as const;

/** A memo as its users see it: a value at a point, and the settings it depends on. */
export type Lookup<T> = Pick<Memo<T>, "reads" | "at">;

type LayerMemoRow<T> = Omit<MemoRow<T>, "base">;

/** Makes memos of values of layers. Most plans share such values, wherever stages and replicas are placed. */
export interface LayerPlaces {
  /**
   * Makes a memo of a value of whole layers, or of layers without their routed experts. It depends on the fields in `row` and on
   * the links between a layer's ranks.
   */
  memo<T>(of: "layer" | "outside experts", row: LayerMemoRow<T>): Lookup<T>;
}

export function layerPlaces(space: Space, { model, plan, cluster }: Scenario): LayerPlaces {
  const orders = ordersIn(space, plan.rankOrder);
  const near = orders?.every(([first, second]) => first === "tp" && second === "cp") === true;
  const experts = modelParts(model).some(({ model: part }) => part.mlp.kind === "moe");
  const one = space.candidates.reads("cluster") === 0;
  const placed = onceByRanks(one ? (plan) => layerLinks(plan, cluster) : layerPlacement);
  const fieldsRead = [...FIELDS, ...RANKS];
  const between = memo(space, {
    name: "what lies between a layer's ranks",
    fields: () => fieldsRead,
    make: (scenario) => placed(scenario.plan),
    merged: { fields: fieldsRead, of: placed },
  });
  return {
    memo(of, row) {
      const { name, fields, make, merged = null } = row;
      const usual = memo(space, {
        name,
        fields: () => fields().filter((field) => !FIELDS.some((one) => one === field)),
        make,
        merged,
      });
      // With neighbouring ranks, other ranks can lie only between those of expert groups.
      if (near && (of === "outside experts" || !experts)) return usual;
      const apart = memo(space, {
        name: `${name}, ranks apart`,
        fields,
        make,
        merged: inPlace(merged, placed),
      });
      return {
        get reads() {
          return between.reads | apart.reads;
        },
        at: (point) => (between.at(point) === "" ? usual.at(point) : apart.at(point)),
      };
    },
  };
}

/** Memoises `of` by rank order and group sizes. */
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

/** Links between the ranks of a layer's groups on a known machine, as a text. Many plans share them. */
function layerLinks(plan: Plan, cluster: Cluster): string {
  const between = layerPlacement(plan);
  const [first, second] = plan.rankOrder;
  if (between === "" || first !== "tp" || second !== "cp") return between;
  const [own, near] = [plan, { ...plan, rankOrder: NEAR }].map((one) =>
    [expertGroup, insideExpertGroup].map((group) => linksOf(group(one, cluster), cluster)).join(" "),
  );
  return own === near ? "" : String(own);
}

/** Merged fields with the placement of a layer's ranks added. */
function inPlace(merged: Merged | null, placed: Merged["of"]): Merged {
  const { fields, of } = merged ?? { fields: [], of: () => "" };
  const ranks = RANKS.filter((field) => !fields.includes(field));
  return {
    fields: [...fields, ...FIELDS, ...ranks],
    of: (plan) => `${of(plan)} ${ranks.map((field) => plan[field]).join(" ")} ${placed(plan)}`,
  };
}

/** Rank orders among the candidates; null where more than one choice decides the order. */
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
  // Reading the field may have revealed further settings that it depends on.
  const known = orders.filter((order) => order !== undefined);
  return candidates.reads("rankOrder") === reads && known.length === orders.length ? known : null;
}
