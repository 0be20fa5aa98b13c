import type { Breakdown } from "../../engine/estimate/breakdown.ts";

export interface MemoryKind {
  readonly name: string;
  readonly label: string;
}

/** Kinds of memory that any stage has, in the stages' order. A kind that is zero everywhere is left out. */
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

/** Bytes of one kind in one stage. 0 when the stage has none. */
export function partValue(stage: Breakdown, kind: string): number {
  return stage.parts.find((part) => lastName(part.name) === kind)?.value ?? 0;
}

/** Kind of a part: `memory.stage0.weights` and `memory.weights` are both `weights`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
