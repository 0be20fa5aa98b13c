import type { Magic } from "./magic.ts";

export const ts: Magic = {
  name: "ts",
  kind: "cell",
  signature: "%%ts",
  doc: "The rest of the cell is TypeScript. It reads the sheet's definitions, scenarios and tables as typed variables.",
  words: new Map(),
  async run(call, { evaluation, id, live, display, result, stdout, stderr }) {
    const cells = await evaluation.typescript.load();
    return cells.run(call, {
      cell: id,
      live: live.isOn(),
      display,
      result,
      stream: (name, text) => (name === "stdout" ? stdout(text) : stderr(text)),
    });
  },
  services: {
    async isComplete(body, evaluation) {
      // In a console the first line is the magic alone.
      if (body.trim() === "") return { status: "incomplete", indent: "" };
      const { completed, indent } = (await evaluation.typescript.load()).isComplete(body);
      return { status: completed ? "complete" : "incomplete", indent };
    },
    async complete(body, offset, evaluation) {
      const { start, end, items } = (await evaluation.typescript.load()).complete(body, offset);
      return {
        start,
        end,
        items: items.map(({ text, kind }) => ({ text, kind: "value" as const, detail: kind, doc: "" })),
      };
    },
    async inspect(body, offset, evaluation) {
      const info = (await evaluation.typescript.load()).inspect(body, offset);
      if (!info) return null;
      const { signature, doc } = info;
      return {
        "text/plain": doc === "" ? signature : `${signature}\n\n${doc}`,
        "text/markdown": `\`\`\`ts\n${signature}\n\`\`\`\n\n${doc}`,
      };
    },
  },
};
