/** One fenced block of a Markdown text: ```dtp, ```dtp wrong or ```dtp fragment. */
export interface CodeBlock {
  readonly file: string;
  /** Of its first line of code, from 1. */
  readonly line: number;
  /** Words after the fence: `dtp`, `wrong`, … */
  readonly marks: readonly string[];
  readonly text: string;
}

export function codeBlocks(file: string, markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { readonly marks: readonly string[]; readonly line: number; readonly lines: string[] } | null =
    null;
  for (const [at, line] of markdown.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (!fence) open?.lines.push(line);
    else if (open) {
      blocks.push({ file, line: open.line, marks: open.marks, text: `${open.lines.join("\n")}\n` });
      open = null;
    } else open = { marks: (fence[1] ?? "").trim().split(/\s+/), line: at + 2, lines: [] };
  }
  return blocks;
}
