import { shortened } from "../report/index.ts";
import type { Output } from "../session/output.ts";

/**
 * An output as plain data, which other threads can be handed. Of a long table the rows that every rendering draws; whole it is in the
 * output's data, which is left out of what is `drawn` and nothing else: a million rows are gigabytes as objects.
 */
export function plainOutput(output: Output, { drawn = false }: { readonly drawn?: boolean } = {}): Output {
  const blocks = output.document.blocks.map((block) => (block.kind === "table" ? shortened(block) : block));
  const { kind, line, result } = output;
  return {
    ...{ kind, line, document: { ...output.document, blocks } },
    ...(result === undefined ? {} : { result }),
    data: drawn ? null : output.data,
  };
}
