import { shortened } from "../report/index.ts";
import type { Output } from "../session/world/output.ts";

/**
 * Output of a run as plain data, which can be sent to another thread. A long table has only the rows that are
 * rendered; the output's data have all rows. With `drawn` the data are left out: a million rows would be
 * gigabytes as objects.
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
