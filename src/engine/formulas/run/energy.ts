import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Power by the states of devices, energy, carbon and water.

const CHOI = "Choi, Bedard, Fowler, Vuduc, A roofline model of energy, IPDPS 2013";

export const fullRateTime = formula({
  name: "fullRateTime",
  result: "time that the step's arithmetic would take a device at the rate it sustains",
  unit: "s",
  expression: "min(C/(n_g*R*eta_c*c_s), tau_ker)",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of a step on all devices" },
    n_g: y.devices,
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
    c_s: y.sustained,
    tau_ker: y.kernelTime,
  },
  source: `${CHOI}: energy goes with operations, not with the time they take`,
  assumes: "at that rate a device draws its full power, and devices share the arithmetic evenly",
  example: { C: 4.5e18, n_g: 1024, R: 312e12, eta_c: 0.9, c_s: 0.85, tau_ker: 20, gives: 18.411811840121 },
});

const limit = symbol("w_l", "power limit of the device", "J/s");

export const cappedClock = formula({
  name: "cappedClock",
  result: "clock of a device under a power limit, relative to full power",
  unit: "1",
  expression: "min(1, ((w_l - w_i)/(w_y - w_i))^(1/3))",
  symbols: { w_l: limit, w_i: y.idlePower, w_y: { ...y.statePower, meaning: "power under full load" } },
  source:
    "dynamic power is C V^2 f, and the voltage follows the clock: Mei, Wang and Chu, Digital Communications and Networks 3(2), 2017 (arXiv:1610.01784), section 2",
  assumes:
    "idle power does not depend on the clock, voltage can follow the clock, and memory keeps its clock",
  example: { w_l: 160, w_i: 100, w_y: 580, gives: 0.5 },
});

export const cappedSustained = formula({
  name: "cappedSustained",
  result: "share of an isolated matmul's rate that is sustained under a power limit",
  unit: "1",
  expression: "c_s*c_v",
  symbols: { c_s: y.sustained, c_v: symbol("c_v", "clock divided by clock at full power") },
  source: "definition",
  example: { c_s: 0.8, c_v: 0.5, gives: 0.4 },
});

export const cappedPower = formula({
  name: "cappedPower",
  result: "power of a device in one state, under a power limit",
  unit: "J/s",
  expression: "min(w_y, w_l)",
  symbols: { w_y: y.statePower, w_l: limit },
  source: "definition",
  example: { w_y: 700, w_l: 400, gives: 400 },
});

export const memoryTime = formula({
  name: "memoryTime",
  result: "time in kernels beyond what their arithmetic takes at the full rate",
  unit: "s",
  expression: "tau_ker - tau_full",
  symbols: { tau_ker: y.kernelTime, tau_full: y.fullRateTime },
  source: CHOI,
  assumes: "every stage is as busy as the slowest",
  example: { tau_ker: 18, tau_full: 15, gives: 3 },
});

export const waitingTime = formula({
  name: "waitingTime",
  result: "time of a step in which a device waits",
  unit: "s",
  expression: "max(T, tau_ker + tau_ex) - (tau_ker + tau_ex)",
  symbols: { T: y.stepTime, tau_ker: y.kernelTime, tau_ex: y.exposedTime },
  source: "definition",
  example: { T: 22, tau_ker: 18, tau_ex: 3, gives: 1 },
});

export const statePower = formula({
  name: "statePower",
  result: "mean power of all devices for the time they are in one state",
  unit: "J/s",
  expression: "n_g*w_y*tau/T",
  symbols: {
    n_g: y.devices,
    w_y: y.statePower,
    tau: { ...y.seconds, meaning: "time of a step in that state" },
    T: y.stepTime,
  },
  source: "definition",
  example: { n_g: 1024, w_y: 400, tau: 15, T: 20, gives: 307200 },
});

export const devicePower = formula({
  name: "devicePower",
  result: "mean power of one device while it trains",
  unit: "J/s",
  expression: "w_m/n_g",
  symbols: { w_m: { ...y.machinePower, meaning: "power of all devices" }, n_g: y.devices },
  source: "definition",
  example: { w_m: 358400, n_g: 1024, gives: 350 },
});

export const hostPower = formula({
  name: "hostPower",
  result: "power of all nodes without their devices",
  unit: "J/s",
  expression: "n_g/n_d*w_h",
  symbols: { n_g: y.devices, n_d: y.nodeDevices, w_h: y.hostPower },
  source: "definition",
  assumes: "independent of the devices' load",
  example: { n_g: 1024, n_d: 8, w_h: 1600, gives: 204800 },
});

export const networkPower = formula({
  name: "networkPower",
  result: "power of switches and optics",
  unit: "J/s",
  expression: "n_g*w_n",
  symbols: { n_g: y.devices, w_n: y.networkPower },
  source: "definition",
  assumes: "independent of the traffic",
  example: { n_g: 1024, w_n: 30, gives: 30720 },
});

export const coolingPower = formula({
  name: "coolingPower",
  result: "power of cooling and distribution",
  unit: "J/s",
  expression: "(c_pue - 1)*w_m",
  symbols: { c_pue: y.pue, w_m: y.machinePower },
  source: "definition of PUE (ISO/IEC 30134-2)",
  example: { c_pue: 1.1, w_m: 500000, gives: 50000 },
});

export const coolingEnergy = formula({
  name: "coolingEnergy",
  result: "energy of cooling and distribution",
  unit: "J",
  expression: "(c_pue - 1)*E",
  symbols: { c_pue: y.pue, E: { ...y.energy, meaning: "energy of the machines" } },
  source: "definition of PUE (ISO/IEC 30134-2)",
  example: { c_pue: 1.1, E: 1e12, gives: 1e11 },
});

export const energyOver = formula({
  name: "energyOver",
  result: "energy of a steady power",
  unit: "J",
  expression: "w_m*tau",
  symbols: { w_m: y.machinePower, tau: { ...y.seconds, meaning: "time for which this power is drawn" } },
  source: "definition",
  example: { w_m: 500000, tau: 3600, gives: 1.8e9 },
});

export const interruptedTime = formula({
  name: "interruptedTime",
  result: "wall-clock time without training",
  unit: "s",
  expression: "max(A, tau) - tau",
  symbols: { A: y.wall, tau: { ...y.seconds, meaning: "time of steps, including repeated ones" } },
  source: "definition",
  example: { A: 100, tau: 90, gives: 10 },
});

export const interruptedEnergy = formula({
  name: "interruptedEnergy",
  result: "energy of the devices while they do not train",
  unit: "J",
  expression: "n_g*w_i*tau",
  symbols: {
    n_g: y.devices,
    w_i: y.idlePower,
    tau: { ...y.seconds, meaning: "wall-clock time without training" },
  },
  source: "definition",
  example: { n_g: 1024, w_i: 80, tau: 3600, gives: 294912000 },
});

export const tokenEnergy = formula({
  name: "tokenEnergy",
  result: "energy of a token while the cluster trains",
  unit: "J/token",
  expression: "w_m/W_t",
  symbols: { w_m: { ...y.machinePower, meaning: "power of the site" }, W_t: y.tokenRate },
  source: "definition",
  example: { w_m: 700000, W_t: 140000, gives: 5 },
});

export const operationalCarbon = formula({
  name: "operationalCarbon",
  result: "CO2e of the electricity",
  unit: "g",
  expression: "E*c_c",
  symbols: { E: y.energy, c_c: y.carbonIntensity },
  source: "arXiv:2104.10350",
  example: { E: 3.6e12, c_c: 1e-4, gives: 3.6e8 },
});

export const embodiedCarbon = formula({
  name: "embodiedCarbon",
  result: "the run's share of the CO2e of making its machines",
  unit: "g",
  expression: "n*m_e*A/(tau_life*c_u)",
  symbols: {
    n: { ...y.count, meaning: "devices or nodes" },
    m_e: y.embodied,
    A: y.wall,
    tau_life: y.lifetime,
    c_u: y.usage,
  },
  source: "arXiv:2211.02001",
  assumes: "spread evenly over the time in which the machines do work",
  example: { n: 384, m_e: 150000, A: 1e7, tau_life: 189345600, c_u: 0.85, gives: 3578889.9178 },
});

export const waterUsed = formula({
  name: "waterUsed",
  result: "water for the energy of the machines",
  unit: "g",
  expression: "E/c_pue*c_wat",
  symbols: { E: y.energy, c_pue: y.pue, c_wat: y.waterIntensity },
  source: "definition of WUE (ISO/IEC 30134-9)",
  example: { E: 3.96e12, c_pue: 1.1, c_wat: 5e-4, gives: 1.8e9 },
});
