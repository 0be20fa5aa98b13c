import * as book from "../../formulas/model/loads.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "./context.ts";

/**
 * Load of each expert of a layer: tokens that it receives ÷ the mean over experts, before any tokens are dropped. A
 * token's top-k experts are distinct, so no expert receives more than all tokens; the excess goes to the other
 * experts.
 */
export function expertLoads({ balance }: Plan, experts: number, topK: number): readonly number[] {
  if (balance.kind === "balanced") return new Array<number>(experts).fill(1);
  const weights =
    balance.kind === "measured"
      ? balance.loads
      : Array.from({ length: experts }, (_, i) => (i + 1) ** -balance.s);
  const most = experts / topK;
  const full = new Set<number>();
  for (;;) {
    let rest = 0;
    weights.forEach((weight, i) => {
      if (!full.has(i)) rest += weight;
    });
    const scale = rest > 0 ? (experts - full.size * most) / rest : 0;
    const before = full.size;
    weights.forEach((weight, i) => {
      if (weight * scale > most * (1 + 1e-12)) full.add(i);
    });
    if (full.size === before) return weights.map((weight, i) => (full.has(i) ? most : weight * scale));
  }
}

/**
 * Load of a layer's experts under uneven routing ÷ their load under balanced routing without a capacity limit, for the
 * busiest device or node (`busiest`) and on average (`sent`). `dropped` is the share of routed token copies that full
 * experts drop.
 */
export interface Load<N> {
  /**
   * Load of the busiest of `places` devices or nodes with equally many experts. The rest wait for it in every
   * exchange of tokens.
   */
  busiest(places: number): N;
  /**
   * Token copies that an average device sends, relative to balanced routing: the mean load of the experts, or the
   * capacity factor where experts are padded to their capacity.
   */
  readonly sent: N;
  readonly dropped: N;
}

/**
 * Load of a scenario's experts under uneven routing (`plan.balance`) and a capacity limit (`plan.capacity`). null for
 * dense models, and where all experts are loaded equally, drop no tokens and are not padded.
 */
export function load<N>({ alg, x, scenario }: Context<N>): Load<N> | null {
  const { model, plan } = scenario;
  const { mlp } = model;
  if (mlp.kind !== "moe") return null;
  const { balance, capacity } = plan;
  if (balance.kind === "balanced" && (capacity === null || (!capacity.pad && capacity.factor >= 1)))
    return null;
  const all = expertLoads(plan, mlp.experts, mlp.topK);
  const kept = capacity === null ? all : all.map((w) => Math.min(w, capacity.factor));
  const read = (what: string, value: number): N => alg.constant(what, value, "1", text(plan));
  const mean = kept.reduce((sum, w) => sum + w, 0) / kept.length;
  const w_m = read("mean load of the experts", capacity === null ? 1 : mean);
  const dropped = alg.apply(book.droppedShare, { w_m });
  if (capacity?.pad) {
    const slots = alg.input("plan.capacity.factor", capacity.factor, "1");
    return { busiest: () => slots, sent: slots, dropped };
  }
  const descending = [...kept].sort((a, b) => b - a);
  const [highest = 1] = descending;
  const n_e = alg.input("model.mlp.experts", mlp.experts, "1");
  const busiest = (places: number): N => {
    const each = mlp.experts / places;
    if (places === 1) return w_m;
    if (balance.kind === "measured") return read("load of the busiest place", most(kept, each));
    const deviation = Math.sqrt(kept.reduce((sum, w) => sum + (w - mean) ** 2, 0) / kept.length);
    const n_d = alg.constant(
      "devices or nodes that the experts are spread over",
      places,
      "1",
      "ep on the machine",
    );
    return alg.apply(book.busiestLoad, {
      w_1: read("load of the busiest expert", highest),
      w_t: read("mean load of the busiest experts", average(descending, 0, each)),
      w_m,
      sigma_w: read("standard deviation of the loads", deviation),
      z_d: alg.apply(book.extremeScore, { n_d }),
      n_e,
      n_l: each === 1 ? x.one : alg.constant("experts of a place", each, "1", "ep on the machine"),
    });
  };
  return { busiest, sent: w_m, dropped };
}

const text = ({ balance, capacity }: Plan): string =>
  `plan.balance = ${balance.kind}${capacity === null ? "" : ", within plan.capacity"}`;

const average = (loads: readonly number[], from: number, count: number): number => {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += loads[i] ?? 0;
  return sum / count;
};

/**
 * Measured load of the busiest device or node: the largest mean of `loads` over blocks of `each` consecutive experts,
 * because frameworks place experts in order.
 */
function most(loads: readonly number[], each: number): number {
  let found = 0;
  for (let from = 0; from < loads.length; from += each) found = Math.max(found, average(loads, from, each));
  return found;
}
