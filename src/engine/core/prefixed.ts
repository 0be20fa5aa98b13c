import type { Part } from "./algebra.ts";

/** Parts whose labels say in a derivation which quantity they are of: "power of the hosts" for "hosts". */
export const prefixed = <N>(prefix: string, parts: readonly Part<N>[]): readonly Part<N>[] =>
  parts.map(({ label, value }) => ({ label: `${prefix}${label}`, value }));
