import type { LayerKind } from "./layerKinds.ts";

/** Parameters with the name that selects them. Several parts of a model may have the same name. */
export interface Named<N> {
  readonly name: string;
  readonly label: string;
  readonly value: N;
}

/** Layer counts of one part of a model, as numbers of the algebra. */
export interface PartLayers<N> {
  readonly such: (label: string, such: (of: LayerKind) => boolean) => N;
  readonly count: (such: (of: LayerKind) => boolean) => number;
  readonly all: N;
}
