import type { Magic } from "./magic.ts";

export const who: Magic = {
  name: "who",
  kind: "line",
  signature: "%who",
  doc: "List the session's names: what each one is, its value, and the cell that defined it.",
  words: new Map(),
  async run(_call, { evaluation, show }) {
    const cells = await evaluation.typescript.loaded();
    const names = [...evaluation.session.names(), ...(cells?.names() ?? [])];
    if (names.length === 0) {
      await show({ blocks: [{ kind: "paragraph", text: "No names yet: a cell that defines one adds it." }] });
      return null;
    }
    await show({
      blocks: [
        {
          kind: "table",
          columns: ["name", "kind", "value", "from"].map((title) => ({ title, align: "left" })),
          rows: names.map(({ name, kind, value, from }) => [
            { text: name },
            { text: kind },
            { text: value },
            { text: from },
          ]),
        },
      ],
    });
    return null;
  },
};
