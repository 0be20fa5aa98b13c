import type { Output } from "../../../session/world/output.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { CellOutputs } from "./cellOutputs.ts";
import type { DisplayIds } from "./liveOutputs.ts";

/**
 * Queue of the session's outputs on their way to the front end. Outputs that can be converted at once are
 * sent while the cell runs. From the first figure on, whose library loads late, the remaining outputs follow
 * after the cell.
 */
export interface OutputQueue {
  add(output: Output): void;
  /**
   * Sends the remaining outputs. `all` are the run's outputs, so that an output that the session did not
   * announce is not lost.
   */
  drain(all: readonly Output[]): Promise<void>;
  /** Sends a mime bundle as the cell's result, without waiting. */
  result(bundle: MimeBundle): void;
  /** Text of the cell's result, for the history. null without a result. */
  resultText(): string | null;
  /** Display ids of the bundles that were sent, by output. */
  displayIds(): DisplayIds;
}

/**
 * Creates the queue of a cell's outputs. Where `live` is true, the result is sent as a display, which can be updated
 * later.
 */
export function outputQueue(
  evaluation: Evaluation,
  outputs: CellOutputs,
  count: number,
  { live, newId }: { live(): boolean; newId(): string },
): OutputQueue {
  const seen = new Set<Output>();
  const waiting: { readonly output: Output; readonly bundles: Promise<readonly MimeBundle[]> }[] = [];
  const displayIds: (string | null)[][] = [];
  let resultText: string | null = null;

  function result(bundle: MimeBundle): void {
    resultText = text(bundle);
    outputs.result(bundle, count);
  }

  function send(output: Output, bundles: readonly MimeBundle[]): void {
    if (output.kind === "note") {
      // Notes go to stdout: front ends draw stderr in red.
      for (const bundle of bundles) outputs.stdout(`${text(bundle) ?? ""}\n`);
      return;
    }
    const ids = bundles.map((bundle, index) => {
      const isResult = output.result === true && index === bundles.length - 1;
      if (isResult && !live()) {
        result(bundle);
        return null;
      }
      if (isResult) resultText = text(bundle);
      const id = newId();
      outputs.display(bundle, id);
      return id;
    });
    displayIds.push(ids);
  }

  function add(output: Output): void {
    seen.add(output);
    const bundles = evaluation.bundles(output.document);
    if (waiting.length === 0 && !(bundles instanceof Promise)) {
      send(output, bundles);
      return;
    }
    const promised = Promise.resolve(bundles);
    // The loop below reports a failure when this output is to be sent.
    promised.catch(() => {});
    waiting.push({ output, bundles: promised });
  }

  return {
    add,
    result,
    async drain(all) {
      for (const output of all) if (!seen.has(output)) add(output);
      for (const { output, bundles } of waiting.splice(0)) send(output, await bundles);
    },
    resultText: () => resultText,
    displayIds: () => displayIds,
  };
}

function text(bundle: MimeBundle): string | null {
  const plain = bundle["text/plain"];
  return typeof plain === "string" ? plain : null;
}
