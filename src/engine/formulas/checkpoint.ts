import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** Checkpoints: their bytes, what they stop training for, how often to make them, and what is left. */

export const checkpointBytes = formula({
  name: "checkpointBytes",
  result: "bytes of a checkpoint",
  unit: "B",
  expression: "(B_w + B_m + n_o*B_o)*P",
  symbols: { B_w: y.weightBytes, B_m: y.masterBytes, n_o: y.moments, B_o: y.momentBytes, P: y.paramCount },
  source: "arXiv:2104.04473, section 5.10 (13.8 TB for 1T parameters)",
  example: { B_w: 2, B_m: 4, n_o: 2, B_o: 4, P: 1e12, gives: 14e12 },
});

export const checkpointWrite = formula({
  name: "checkpointWrite",
  result: "time to write a checkpoint to storage",
  unit: "s",
  expression: "Q/W_s",
  symbols: { Q: y.bytes, W_s: y.storageRate },
  source: "definition",
  example: { Q: 14e12, W_s: 2.8e11, gives: 50 },
});

export const checkpointCopy = formula({
  name: "checkpointCopy",
  result: "time to copy a device's share of a checkpoint to host memory",
  unit: "s",
  expression: "Q/(n_g*W_s)",
  symbols: {
    Q: y.bytes,
    n_g: y.devices,
    W_s: { ...y.storageRate, meaning: "bandwidth from a device to its host" },
  },
  source: "definition",
  assumes: "an asynchronous checkpoint stops training only while state is copied to the host",
  example: { Q: 14e12, n_g: 1000, W_s: 2e10, gives: 0.7 },
});

export const dalyInterval = formula({
  name: "dalyInterval",
  result: "best training time between checkpoints",
  unit: "s",
  expression: "max(sqrt(2*C_k*M_c)*(1 + sqrt(C_k/(2*M_c))/3 + C_k/(18*M_c)) - C_k, C_k)",
  symbols: { C_k: y.checkpointTime, M_c: y.mtbf },
  source: "Daly, FGCS 22(3), 2006, eq. 37",
  assumes: "writing a checkpoint takes much less than the time between failures",
  example: { C_k: 50, M_c: 10000, gives: 966.9444444444445 },
});

export const renewalGoodput = formula({
  name: "renewalGoodput",
  result: "share of wall-clock time that becomes progress",
  unit: "1",
  expression: "tau/(M_c*exp(R_s/M_c)*expm1((tau + C_k)/M_c))",
  symbols: { tau: y.interval, M_c: y.mtbf, R_s: y.restart, C_k: y.checkpointTime },
  source: "Daly, FGCS 22(3), 2006, eq. 20 (exact, exponential failures)",
  assumes: "failures are a Poisson process and may strike during restart",
  example: { tau: 1000, M_c: 1e9, R_s: 0, C_k: 0, gives: 0.9999995000000417 },
});
