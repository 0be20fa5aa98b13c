import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Costs of devices, site, storage, transfers and staff.

const TCO =
  "Barroso, Hoelzle, Ranganathan, The Datacenter as a Computer, 3rd edition 2018, chapter 6 (doi:10.2200/S00874ED3V01Y201809CAC046)";

const bought = { n_g: { ...y.devices, meaning: "devices that are paid for" }, c_buy: y.capex, A: y.wall };

export const runCost = formula({
  name: "runCost",
  result: "cost of the run's device time",
  unit: "$",
  expression: "T_g*c_g",
  symbols: { T_g: y.deviceSeconds, c_g: y.price },
  source: "definition",
  example: { T_g: 3600, c_g: 0.001, gives: 3.6 },
});

export const spareTime = formula({
  name: "spareTime",
  result: "device time of spare nodes",
  unit: "GPU*s",
  expression: "n_x*n_d*tau",
  symbols: {
    n_x: { ...y.count, symbol: "n_x", meaning: "spare nodes" },
    n_d: y.nodeDevices,
    tau: { ...y.seconds, meaning: "wall-clock time of the run" },
  },
  source: "definition",
  example: { n_x: 2, n_d: 8, tau: 100, gives: 1600 },
});

export const paidDevices = formula({
  name: "paidDevices",
  result: "devices that are paid for",
  unit: "GPU",
  expression: "n_g + n_x*n_d",
  symbols: {
    n_g: y.devices,
    n_x: { ...y.count, symbol: "n_x", meaning: "spare nodes" },
    n_d: y.nodeDevices,
  },
  source: "definition",
  example: { n_g: 1024, n_x: 2, n_d: 8, gives: 1040 },
});

export const unusedTerm = formula({
  name: "unusedTerm",
  result: "device time reserved but not used by the run",
  unit: "GPU*s",
  expression: "n_g*(ceil(A/tau_r)*tau_r - A)",
  symbols: {
    n_g: bought.n_g,
    A: y.wall,
    tau_r: { ...y.seconds, symbol: "tau_r", meaning: "term of the device reservation" },
  },
  source: "definition",
  assumes: "whole terms are paid for, and nobody else uses the rest of the last one",
  example: { n_g: 10, A: 150, tau_r: 100, gives: 500 },
});

export const depreciation = formula({
  name: "depreciation",
  result: "the run's share of the depreciation of its machines",
  unit: "$",
  expression: "n_g*c_buy*(1 - c_v)*A/(tau_life*c_u)",
  symbols: { ...bought, c_v: y.residualValue, tau_life: y.lifetime, c_u: y.usage },
  source: TCO,
  assumes: "straight-line depreciation, spread over the time in which the machines do work",
  example: { n_g: 8, c_buy: 30000, c_v: 0.1, A: 1e6, tau_life: 1e8, c_u: 0.9, gives: 2400 },
});

export const capitalCost = formula({
  name: "capitalCost",
  result: "the run's share of the interest on its machines",
  unit: "$",
  expression: "n_g*c_buy*(1 + c_v)/2*c_i*A/(tau_y*c_u)",
  symbols: { ...bought, c_v: y.residualValue, c_i: y.interest, tau_y: y.year, c_u: y.usage },
  source: TCO,
  assumes: "interest on the mean of the value at the beginning and at the end",
  example: { n_g: 8, c_buy: 30000, c_v: 0, c_i: 0.08, A: 1e6, tau_y: 3.2e7, c_u: 1, gives: 300 },
});

export const upkeepCost = formula({
  name: "upkeepCost",
  result: "the run's share of repairs and support of its machines",
  unit: "$",
  expression: "n_g*c_buy*c_k*A/(tau_y*c_u)",
  symbols: { ...bought, c_k: y.upkeep, tau_y: y.year, c_u: y.usage },
  source: TCO,
  example: { n_g: 8, c_buy: 30000, c_k: 0.05, A: 1e6, tau_y: 3.2e7, c_u: 1, gives: 375 },
});

export const hostingCost = formula({
  name: "hostingCost",
  result: "price of the room and its power supply",
  unit: "$",
  expression: "n_g*(w_f + w_h/n_d + w_n)*c_h*A/c_u",
  symbols: {
    n_g: bought.n_g,
    w_f: y.fullPower,
    w_h: y.hostPower,
    n_d: y.nodeDevices,
    w_n: y.networkPower,
    c_h: y.hosting,
    A: y.wall,
    c_u: y.usage,
  },
  source: TCO,
  assumes: "hosting is sold for the power that the machines may draw, not for what they draw",
  example: { n_g: 8, w_f: 700, w_h: 2800, n_d: 8, w_n: 30, c_h: 5e-8, A: 1e6, c_u: 1, gives: 432 },
});

export const electricityCost = formula({
  name: "electricityCost",
  result: "price of the run's electricity",
  unit: "$",
  expression: "E*c_el",
  symbols: { E: y.energy, c_el: y.electricity },
  source: "definition",
  example: { E: 3.6e12, c_el: 2.5e-8, gives: 90000 },
});

export const keptCheckpoints = formula({
  name: "keptCheckpoints",
  result: "bytes of the checkpoints in storage",
  unit: "B",
  expression: "n*Q",
  symbols: {
    n: { ...y.count, meaning: "checkpoints in storage" },
    Q: { ...y.bytes, meaning: "bytes of a full checkpoint" },
  },
  source: "definition",
  example: { n: 3, Q: 1e12, gives: 3e12 },
});

export const storageCost = formula({
  name: "storageCost",
  result: "price of what the run keeps in storage",
  unit: "$",
  expression: "Q_k*c_b*A",
  symbols: { Q_k: y.keptBytes, c_b: y.storagePrice, A: y.wall },
  source: "definition",
  example: { Q_k: 1e13, c_b: 8e-18, A: 1e6, gives: 80 },
});

export const transferCost = formula({
  name: "transferCost",
  result: "price of what is sent to the site and away from it",
  unit: "$",
  expression: "Q*c_tr",
  symbols: { Q: { ...y.bytes, meaning: "bytes sent to and from the site" }, c_tr: y.transferPrice },
  source: "definition",
  example: { Q: 1e13, c_tr: 5e-11, gives: 500 },
});

export const staffCost = formula({
  name: "staffCost",
  result: "cost of staff",
  unit: "$",
  expression: "c_pay*A",
  symbols: { c_pay: y.pay, A: y.wall },
  source: "definition",
  example: { c_pay: 0.1, A: 1e6, gives: 100000 },
});

export const tokenCost = formula({
  name: "tokenCost",
  result: "cost of a token",
  unit: "$/token",
  expression: "c_r/n_T",
  symbols: { c_r: y.cost, n_T: y.tokens },
  source: "definition",
  example: { c_r: 1e6, n_T: 1e12, gives: 1e-6 },
});

export const costRate = formula({
  name: "costRate",
  result: "total cost per device-second",
  unit: "$/GPU/s",
  expression: "c_r/T_g",
  symbols: { c_r: y.cost, T_g: y.deviceSeconds },
  source: "definition",
  example: { c_r: 3.6, T_g: 3600, gives: 0.001 },
});
