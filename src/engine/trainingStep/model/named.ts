import type { LayerKind } from "./layerKinds.ts";

/** Parameters with the name that they are asked for by; several parts of a model may have some. */
export interface Named<N> {
  readonly name: string;
  readonly label: string;
  readonly value: N;
}

/** The layers of one part, as numbers of the algebra. */
export interface PartLayers<N> {
  readonly such: (label: string, such: (of: LayerKind) => boolean) => N;
  readonly count: (such: (of: LayerKind) => boolean) => number;
  readonly all: N;
}
