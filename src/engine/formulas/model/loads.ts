import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Load imbalance of experts, and the load of the busiest device. A load of 1 is the mean load.

const load = (symbol: string, meaning: string) => ({ symbol, meaning, unit: "1" });
const places = load("n_d", "devices (or nodes) that the experts are spread over");
const busiest = load("lambda", "tokens of the busiest device, relative to the mean device");

export const extremeScore = formula({
  name: "extremeScore",
  result: "expected largest of some draws from a standard normal distribution",
  unit: "1",
  expression: "4.91*(((n_d - 0.375)/(n_d + 0.25))^0.14 - (0.625/(n_d + 0.25))^0.14)",
  symbols: { n_d: places },
  source:
    "G. Blom, Statistical Estimates and Transformed Beta-Variables, 1958; the normal quantile as Tukey's lambda (B. L. Joiner, J. R. Rosenblatt, J. Am. Stat. Assoc. 66, 1971)",
  example: { n_d: 64, gives: 2.3364234717159023 },
});

export const busiestLoad = formula({
  name: "busiestLoad",
  result: "expected load of the busiest device, relative to the mean before tokens are dropped",
  unit: "1",
  expression:
    "min(w_t, max((w_1 + (n_l - 1)*(n_e*w_m - w_1)/(n_e - 1))/n_l, w_m + sigma_w*z_d*sqrt((n_e - n_l)/(n_l*(n_e - 1)))))",
  symbols: {
    w_1: load("w_1", "load of the busiest expert"),
    w_t: load("w_t", "mean load of the busiest experts that fit on a device"),
    w_m: load("w_m", "mean load of the experts"),
    sigma_w: load("sigma_w", "standard deviation of the experts' loads"),
    z_d: load("z_d", "expected largest of as many standard normal draws as there are devices"),
    n_e: y.experts,
    n_l: { ...y.localExperts, meaning: "routed experts of a layer on a device (or node)" },
  },
  source:
    "definition: the device with the busiest expert, or the largest of the devices' means; a mean of draws without replacement as in W. G. Cochran, Sampling Techniques, 1977, theorem 2.2",
  assumes:
    "experts are placed at random; within 4% of the mean of simulated placements if no expert is full, within 12% if many are",
  example: { w_1: 4, w_t: 3, w_m: 1, sigma_w: 0.8, z_d: 1.4, n_e: 8, n_l: 2, gives: 2.2857142857142856 },
});

export const loadedCopies = formula({
  name: "loadedCopies",
  result: "copies of a token for the load of the busiest device",
  unit: "1",
  expression: "n_c*lambda",
  symbols: { n_c: load("n_c", "copies of a token, equally loaded"), lambda: busiest },
  source: "definition: every device waits for the busiest one at each exchange of tokens",
  example: { n_c: 8, lambda: 1.5, gives: 12 },
});

export const droppedShare = formula({
  name: "droppedShare",
  result: "share of token copies dropped because their expert is full",
  unit: "1",
  expression: "1 - w_m",
  symbols: { w_m: load("w_m", "mean load of the experts once they are full") },
  source: "arXiv:2101.03961, section 2.2",
  example: { w_m: 0.9, gives: 0.1 },
});
