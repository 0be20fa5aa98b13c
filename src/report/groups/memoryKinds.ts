import type { Breakdown } from "../../engine/estimate/breakdown.ts";

export interface MemoryKind {
  readonly name: string;
  readonly label: string;
}

/**
 * Kinds of memory (weights, activations, …) that any pipeline stage has, in the stages' order. A kind that is
 * zero on every stage is left out.
 */
export function memoryKinds(stages: readonly Breakdown[]): readonly MemoryKind[] {
  const kinds = new Map<string, { label: string; any: boolean }>();
  for (const stage of stages) {
    for (const part of stage.parts) {
      const name = lastName(part.name);
      const known = kinds.get(name);
      if (known === undefined) kinds.set(name, { label: part.label, any: part.value !== 0 });
      else if (part.value !== 0) known.any = true;
    }
  }
  return [...kinds].filter(([, kind]) => kind.any).map(([name, kind]) => ({ name, label: kind.label }));
}

/** Bytes of one kind of memory on one pipeline stage. 0 where the stage has none. */
export function partValue(stage: Breakdown, kind: string): number {
  return stage.parts.find((part) => lastName(part.name) === kind)?.value ?? 0;
}

/**
 * Last name in a path of a breakdown, its kind: `memory.stage0.weights` and `memory.weights` are both
 * `weights`.
 */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
