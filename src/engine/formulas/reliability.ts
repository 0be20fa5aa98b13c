import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** How often a cluster fails. */

export const clusterMtbf = formula({
  name: "clusterMtbf",
  result: "mean time between failures of the cluster",
  unit: "s",
  expression: "M_g/n_g",
  symbols: { M_g: y.deviceMtbf, n_g: y.devices },
  source: "arXiv:2410.21680, section 3",
  assumes: "devices fail independently, at a constant rate",
  example: { M_g: 1e9, n_g: 1000, gives: 1e6 },
});
