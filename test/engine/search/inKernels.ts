import type { Breakdown } from "../../../src/engine/estimate/breakdown.ts";

/** What the stage that sets a step spends in kernels, the update among them, s. */
export function inKernels({ parts }: Breakdown): number {
  const part = (name: string): Breakdown | undefined => parts.find((one) => one.name === name);
  const kernels = part("time.compute")?.parts.filter(({ name }) => name !== "time.launch") ?? [];
  return [...kernels, part("time.optimizer"), part("time.compression")].reduce(
    (sum, one) => sum + (one?.value ?? 0),
    0,
  );
}
