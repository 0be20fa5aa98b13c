import * as book from "../../formulas/model/moe.ts";
import type { ExpertInputs } from "../inputs/expertInputs.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Average number of places (nodes or devices, `places` in total) that hold at least one of a token's experts.
 * With group-limited routing (arXiv:2412.19437, section 2.1.2) the experts of a group lie on neighbouring
 * devices, so a token reaches fewer places.
 */
export function placesOfToken<N>(ctx: LayerContext<N>, { k }: ExpertInputs<N>, places: number): N {
  const { alg } = ctx;
  const { mlp } = ctx.scenario.model;
  const n = alg.constant(
    "devices or nodes that the experts are spread over",
    places,
    "1",
    "ep on the machine",
  );
  if (mlp.kind !== "moe" || mlp.topGroups >= mlp.groups) return alg.apply(book.distinctPlaces, { n, k });
  const n_G = alg.input("model.mlp.groups", mlp.groups, "1");
  const k_G = alg.input("model.mlp.top_groups", mlp.topGroups, "1");
  if (places >= mlp.groups) {
    const reached = alg.apply(book.placesInReach, { n, n_G, k_G });
    return alg.apply(book.distinctPlaces, { n: reached, k });
  }
  const n_x = alg.apply(book.distinctPlaces, { n: k_G, k });
  return alg.apply(book.placesOfGroups, { n, n_G, n_x });
}
