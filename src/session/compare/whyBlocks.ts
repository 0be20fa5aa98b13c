import type { Block } from "../../report/index.ts";

/** Blocks that say why a scenario differs from another, under a line that names the two. */
export const whyBlocks = (label: string, from: string, causes: readonly Block[]): readonly Block[] => [
  { kind: "paragraph", text: `Why ${label} differs from ${from}:` },
  ...causes,
];
