import type { Output } from "../../../session/world/output.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { CellOutputs } from "./cellOutputs.ts";
import { type DrawnOutputs, drawnOutputs } from "./drawnOutputs.ts";
import { type DisplayIds, EMPTY } from "./liveOutputs.ts";

/** Queue of the session's outputs on their way to the front end. */
export interface OutputQueue extends DrawnOutputs {
  /** Sends a mime bundle as the cell's result, without waiting. */
  result(bundle: MimeBundle): void;
  /** Text of the cell's result, for the history. null without a result. */
  resultText(): string | null;
  /** Display ids of the bundles that were sent, by output. */
  displayIds(): DisplayIds;
}

/**
 * Creates the queue of a cell's outputs. Where `live` is true, the result is sent as a display, which can be updated
 * later. `spare` is the number of empty displays after each output, for parts that it may have later.
 */
export function outputQueue(
  evaluation: Evaluation,
  outputs: CellOutputs,
  count: number,
  { live, spare = () => 0, newId }: { live(): boolean; spare?(): number; newId(): string },
): OutputQueue {
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
    const last = output.document.blocks.at(-1);
    const bare = last?.kind === "figure" && last.caption === undefined;
    const more = Math.max(bare && live() ? 1 : 0, spare());
    const sent = [...bundles, ...Array.from({ length: more }, () => EMPTY)];
    const ids = sent.map((bundle, index) => {
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

  return {
    ...drawnOutputs(({ document }) => evaluation.bundles(document), send),
    result,
    resultText: () => resultText,
    displayIds: () => displayIds,
  };
}

function text(bundle: MimeBundle): string | null {
  const plain = bundle["text/plain"];
  return typeof plain === "string" ? plain : null;
}
