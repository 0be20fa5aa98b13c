import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** Activations that go to the host's memory and back. */

export const layersOnDevice = formula({
  name: "layersOnDevice",
  result: "layers whose activations stay on the device",
  unit: "1",
  expression: "L_x*(1 - min(n_f, L_r)/L_r)",
  symbols: {
    L_x: { ...y.stageLayers, symbol: "L_x", meaning: "layers of a kind" },
    n_f: y.offloadedLayers,
    L_r: y.stageLayers,
  },
  source: "arXiv:2104.07857, section 5.2.3",
  assumes: "kinds of layers are offloaded alike",
  example: { L_x: 80, n_f: 20, L_r: 80, gives: 60 },
});

export const hostCopy = formula({
  name: "hostCopy",
  result: "time that a layer's share of the copies to the host takes",
  unit: "s",
  expression: "Q_l*min(n_f, L_r)/(L_r*R_h)",
  symbols: { Q_l: y.layerBytes, n_f: y.offloadedLayers, L_r: y.stageLayers, R_h: y.hostRate },
  source: "arXiv:2104.07857, section 5.2.3",
  example: { Q_l: 4e9, n_f: 20, L_r: 80, R_h: 64e9, gives: 0.015625 },
});

export const copyWait = formula({
  name: "copyWait",
  result: "time the device waits for copies to or from the host",
  unit: "s",
  expression: "max(tau_h, tau) - tau",
  symbols: {
    tau_h: { ...y.seconds, symbol: "tau_h", meaning: "time of the copy" },
    tau: { ...y.seconds, meaning: "time the layer keeps the device busy" },
  },
  source: "arXiv:2104.07857, section 6.2: copies run beside computation",
  example: { tau_h: 0.02, tau: 0.015, gives: 0.005 },
});
