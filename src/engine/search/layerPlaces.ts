import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { expertGroup, insideExpertGroup } from "../trainingStep/fabric/expertGroups.ts";
import { linksOf } from "../trainingStep/fabric/placement.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";
import { layerPlacement, placementOutsideExperts } from "../trainingStep/step/microBatch.ts";
import { type Memo, type MemoRow, type Merged, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Plan fields that, with the group sizes in `RANKS`, decide which other ranks lie between the ranks of a layer's groups. */
const FIELDS = ["rankOrder", "dp", "pp"] as const;
/** Sizes of a layer's own groups. With `FIELDS` they decide which other ranks lie between the ranks of these groups. */
const RANKS = ["tp", "cp", "ep", "etp"] as const;
/** Sizes of a layer's groups without those of its routed experts. */
const RANKS_OUTSIDE_EXPERTS = ["tp", "cp"] as const;
/**
 * Rank order in which the ranks of a tensor-parallel group are neighbours, then those of context and data parallelism;
 * pipeline stages lie farthest apart.
 */
const NEAR = ["tp", "cp", "dp", "pp"] as const;

/** Read-only view of a memo: its value at a point, and the settings that the value depends on. */
export type Lookup<T> = Pick<Memo<T>, "reads" | "at">;

type LayerMemoRow<T> = Omit<MemoRow<T>, "base">;

/**
 * Makes memos of values computed per layer, such as its kernel times. Plans share such a value wherever their stages and
 * replicas lie, as long as the links inside a layer's groups are equal.
 */
export interface LayerPlaces {
  /**
   * Makes a memo of a value of whole layers, or of layers without their routed experts. The value depends on the fields in
   * `row` and on the links between a layer's ranks.
   */
  memo<T>(of: "layer" | "outside experts", row: LayerMemoRow<T>): Lookup<T>;
}

export function layerPlaces(space: Space, { model, plan, cluster }: Scenario): LayerPlaces {
  const orders = ordersIn(space, plan.rankOrder);
  const near = orders?.every(([first, second]) => first === "tp" && second === "cp") === true;
  const experts = modelParts(model).some(({ model: part }) => part.mlp.kind === "moe");
  const one = space.candidates.reads("cluster") === 0;
  const places = {
    layer: placesOf(space, RANKS, one ? (plan) => layerLinks(plan, cluster) : layerPlacement),
    "outside experts": placesOf(space, RANKS_OUTSIDE_EXPERTS, placementOutsideExperts),
  };
  return {
    memo(of, row) {
      const { name, fields, make, merged = null } = row;
      const usual = memo(space, {
        name,
        fields: () => fields().filter((field) => !FIELDS.some((one) => one === field)),
        make,
        merged,
      });
      // Where the ranks of tensor and context parallelism are neighbours, other ranks can lie only between the ranks
      // of expert groups.
      if (near && (of === "outside experts" || !experts)) return usual;
      const { between, inPlace } = places[of];
      const apart = memo(space, {
        name: `${name}, ranks apart`,
        fields,
        make,
        merged: inPlace(merged),
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

/** Distances between the ranks of groups, as memos key their values by them. */
interface Places {
  /** Memo of the text `of`, which is empty where the groups' ranks are neighbours. */
  readonly between: Memo<string>;
  /** Adds the placement of the groups' ranks to the fields and the text of `merged`. */
  inPlace(merged: Merged | null): Merged;
}

function placesOf(space: Space, ranks: readonly (typeof RANKS)[number][], of: Merged["of"]): Places {
  const placed = onceByRanks(of);
  const fields = [...FIELDS, ...ranks];
  return {
    between: memo(space, {
      name: `what lies between the ranks of ${ranks.join(", ")}`,
      fields: () => fields,
      make: (scenario) => placed(scenario.plan),
      merged: { fields, of: placed },
    }),
    inPlace(merged) {
      const { fields: known, of: text } = merged ?? { fields: [], of: () => "" };
      const more = ranks.filter((field) => !known.includes(field));
      return {
        fields: [...known, ...FIELDS, ...more],
        of: (plan) => `${text(plan)} ${more.map((field) => plan[field]).join(" ")} ${placed(plan)}`,
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

/**
 * Text that identifies the links between the ranks of a layer's groups on a known machine; empty where they equal the links of
 * neighbouring ranks. Many plans share a text, and thus memoised values.
 */
function layerLinks(plan: Plan, cluster: Cluster): string {
  const between = layerPlacement(plan);
  const [first, second] = plan.rankOrder;
  if (between === "" || first !== "tp" || second !== "cp") return between;
  const [own, near] = [plan, { ...plan, rankOrder: NEAR }].map((one) =>
    [expertGroup, insideExpertGroup].map((group) => linksOf(group(one, cluster), cluster)).join(" "),
  );
  return own === near ? "" : String(own);
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
