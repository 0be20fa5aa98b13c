import type { Output } from "../session/output.ts";

/** An output as plain data, which other threads can be handed: rows that are made when they are read are made here. */
export function plainOutput(output: Output): Output {
  const blocks = output.document.blocks.map((block) =>
    block.kind === "table" ? { ...block, rows: Array.from(block.rows) } : block,
  );
  return { ...output, document: { ...output.document, blocks } };
}
