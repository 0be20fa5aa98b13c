import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Offload of activations and state to host memory or drives, and the copies back.

export const layersOnDevice = formula({
  name: "layersOnDevice",
  result: "layers whose activations stay on the device",
  unit: "1",
  expression: "L_x*(1 - min(n_off, L_r)/L_r)",
  symbols: {
    L_x: { ...y.stageLayers, symbol: "L_x", meaning: "layers of this kind in the model" },
    n_off: y.offloadedLayers,
    L_r: y.stageLayers,
  },
  source: "arXiv:2104.07857, section 5.2.3",
  assumes: "the same share of each kind of layer is offloaded",
  example: { L_x: 80, n_off: 20, L_r: 80, gives: 60 },
});

export const layersOnHost = formula({
  name: "layersOnHost",
  result: "layers whose activations are in host memory",
  unit: "1",
  expression: "L_x*min(n_off, L_r)/L_r",
  symbols: {
    L_x: { ...y.stageLayers, symbol: "L_x", meaning: "layers of this kind in the model" },
    n_off: y.offloadedLayers,
    L_r: y.stageLayers,
  },
  source: "arXiv:2104.07857, section 5.2.3",
  assumes: "the same share of each kind of layer is offloaded",
  example: { L_x: 80, n_off: 20, L_r: 80, gives: 20 },
});

export const hostShare = formula({
  name: "hostShare",
  result: "a device's copy bandwidth to and from host memory while all devices of its node copy",
  unit: "B/s",
  expression: "min(R_l/min(n_l, n_d), W_h/n_d)",
  symbols: {
    R_l: { ...y.hostRate, symbol: "R_l", meaning: "bandwidth of a link to the host, per direction" },
    n_l: { ...y.count, symbol: "n_l", meaning: "devices that share one link to the host" },
    n_d: y.nodeDevices,
    W_h: y.hostMemoryRate,
  },
  source:
    "arXiv:2104.07857, figure 2b: 3.0 GB/s for each of a DGX-2's sixteen devices, four to a link of 12 GB/s",
  assumes: "all devices copy at once, each copy passes the host's memory once",
  example: { R_l: 24.8e9, n_l: 2, n_d: 8, W_h: 409.6e9, gives: 12.4e9 },
});

export const hostCopy = formula({
  name: "hostCopy",
  result: "time of a layer's share of the copies to the host",
  unit: "s",
  expression: "Q_l*min(n_off, L_r)/(L_r*R_h)",
  symbols: { Q_l: y.layerBytes, n_off: y.offloadedLayers, L_r: y.stageLayers, R_h: y.hostRate },
  source: "arXiv:2104.07857, section 5.2.3",
  example: { Q_l: 4e9, n_off: 20, L_r: 80, R_h: 64e9, gives: 0.015625 },
});

export const copyWait = formula({
  name: "copyWait",
  result: "time the device waits for copies to or from the host",
  unit: "s",
  expression: "max(tau_h, tau) - tau",
  symbols: {
    tau_h: { ...y.seconds, symbol: "tau_h", meaning: "time of the copy to the host" },
    tau: { ...y.seconds, meaning: "device time of the layer's kernels" },
  },
  source: "arXiv:2104.07857, section 6.2: copies overlap computation",
  example: { tau_h: 0.02, tau: 0.015, gives: 0.005 },
});

export const nodeBytes = formula({
  name: "nodeBytes",
  result: "offloaded state of a node's devices",
  unit: "B",
  expression: "n_d*Q",
  symbols: { n_d: y.nodeDevices, Q: { ...y.bytes, meaning: "bytes of one device" } },
  source: "definition",
  assumes: "all devices of the node belong to the stage that offloads the most",
  example: { n_d: 16, Q: 1e11, gives: 1.6e12 },
});

export const drivesCapacity = formula({
  name: "drivesCapacity",
  result: "capacity of a node's drives",
  unit: "B",
  expression: "n*Q_v",
  symbols: { n: { ...y.count, meaning: "drives of a node" }, Q_v: y.driveBytes },
  source: "definition",
  example: { n: 8, Q_v: 3.84e12, gives: 30.72e12 },
});

export const offloadedState = formula({
  name: "offloadedState",
  result: "state of the optimizer that an update reads, or writes",
  unit: "B",
  expression: "(B_cp + B_m + n_o*B_o)*P/n_s",
  symbols: {
    B_cp: { ...y.copyBytes, meaning: "bytes per parameter read or written in addition to it" },
    B_m: y.masterBytes,
    n_o: y.moments,
    B_o: y.momentBytes,
    P: { ...y.paramCount, meaning: "parameters on the device" },
    n_s: y.shards,
  },
  source: "arXiv:2104.07857, section 5.2.2",
  example: { B_cp: 2, B_m: 4, n_o: 2, B_o: 4, P: 1e9, n_s: 16, gives: 875000000 },
});

export const hostUpdate = formula({
  name: "hostUpdate",
  result: "time of an update by the host's processors",
  unit: "s",
  expression: "n_d*Q/(eta_h*W_h)",
  symbols: {
    n_d: y.nodeDevices,
    Q: { ...y.bytes, meaning: "bytes that the update of one device's state moves" },
    eta_h: y.hostEfficiency,
    W_h: y.hostMemoryRate,
  },
  source: "arXiv:2101.06840, section 5.1",
  assumes: "bound by the host's memory, which a node's devices share",
  example: { n_d: 1, Q: 3.2e11, eta_h: 0.5, W_h: 256e9, gives: 2.5 },
});

export const stateCopy = formula({
  name: "stateCopy",
  result: "time of copies between a device and its host",
  unit: "s",
  expression: "n*Q/R_h",
  symbols: {
    n: { ...y.count, meaning: "copies per step" },
    Q: { ...y.bytes, meaning: "bytes of each copy" },
    R_h: y.hostRate,
  },
  source: "arXiv:2101.06840, section 4.1",
  example: { n: 2, Q: 8e9, R_h: 16e9, gives: 1 },
});

export const driveTime = formula({
  name: "driveTime",
  result: "time a node's drives need to read and write",
  unit: "s",
  expression: "n_d*(Q_r/W_r + Q_w/W_v)/n",
  symbols: {
    n_d: y.nodeDevices,
    Q_r: { ...y.bytes, symbol: "Q_r", meaning: "bytes read for a device" },
    W_r: y.driveReadRate,
    Q_w: { ...y.bytes, symbol: "Q_w", meaning: "bytes written for a device" },
    W_v: y.driveWriteRate,
    n: { ...y.count, meaning: "drives of a node" },
  },
  source: "arXiv:2104.07857, section 5.2.2 and 6.3",
  assumes: "sequential reads and writes, one at a time; a node's devices share its drives",
  example: { n_d: 16, Q_r: 1e9, W_r: 4e9, Q_w: 1e9, W_v: 2e9, n: 16, gives: 0.75 },
});

export const uncovered = formula({
  name: "uncovered",
  result: "exposed time of copies that overlap passes",
  unit: "s",
  expression: "max(tau_x, tau_h) - tau_h",
  symbols: {
    tau_x: { ...y.seconds, symbol: "tau_x", meaning: "time of the copies to or from the host" },
    tau_h: { ...y.seconds, symbol: "tau_h", meaning: "time of the passes that copies overlap" },
  },
  source: "arXiv:2101.06840, section 4.1; arXiv:2104.07857, section 6.2",
  example: { tau_x: 3, tau_h: 2, gives: 1 },
});
