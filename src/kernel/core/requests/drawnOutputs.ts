import type { Output } from "../../../session/world/output.ts";

/** Outputs of a run on their way to a reader, in order. */
export interface DrawnOutputs {
  add(output: Output): void;
  /**
   * Sends the remaining outputs. `all` are the run's outputs, so that an output that the session did not
   * announce is not lost.
   */
  drain(all: readonly Output[]): Promise<void>;
}

/**
 * Sends a run's outputs as mime bundles. Outputs that `draw` converts at once are sent while the run computes. From the first figure
 * on, whose library loads late, the remaining outputs follow when the run has ended.
 */
export function drawnOutputs<Bundle>(
  draw: (output: Output) => readonly Bundle[] | Promise<readonly Bundle[]>,
  send: (output: Output, bundles: readonly Bundle[]) => void,
): DrawnOutputs {
  const seen = new Set<Output>();
  const waiting: { readonly output: Output; readonly bundles: Promise<readonly Bundle[]> }[] = [];
  function add(output: Output): void {
    seen.add(output);
    const bundles = draw(output);
    if (waiting.length === 0 && !(bundles instanceof Promise)) {
      send(output, bundles);
      return;
    }
    const promised = Promise.resolve(bundles);
    // `drain` reports a failure when this output is to be sent.
    promised.catch(() => {});
    waiting.push({ output, bundles: promised });
  }
  return {
    add,
    async drain(all) {
      for (const output of all) if (!seen.has(output)) add(output);
      for (const { output, bundles } of waiting.splice(0)) send(output, await bundles);
    },
  };
}
