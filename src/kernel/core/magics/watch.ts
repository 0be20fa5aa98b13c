import { diagnostic } from "../../../dsl/diagnostics/index.ts";
import { importsOf } from "../../../dsl/syntax/index.ts";
import type { Magic } from "./magic.ts";

/** Shortest and longest time between two looks, s. */
const EVERY = { least: 1, most: 86_400 };

/** Time between two looks in a cell of `%watch` alone, s. */
const USUAL = 30;

/** Magic that runs its cell again, in place, while the files that the cell imports change. */
export const watch: Magic = {
  name: "watch",
  kind: "line",
  signature: "%watch [SECONDS]|off",
  doc: "Renews the cell's outputs in place while the files that it imports change, such as a running job's log: `%watch 30`. `%watch off` ends all watches of the notebook; so does an interrupt while no cell runs.",
  run({ argument, source, span }, { watch }) {
    if (argument === "off") {
      watch.end();
      return null;
    }
    const place = { source, span };
    const [, text] = /^(?:([\d.]+)\s*s?)?$/.exec(argument) ?? [null, "none"];
    const every = text === undefined ? USUAL : Number(text);
    if (!(every >= EVERY.least && every <= EVERY.most)) {
      const expected = `seconds from ${EVERY.least} to ${EVERY.most}, or \`off\`, after \`%watch\``;
      return [diagnostic("syntax", { expected, found: `\`${argument}\`` }, place)];
    }
    const files = importsOf(source.text.replace(/^[ \t]*%.*$/gm, "")).filter(
      (specifier) => !/^std[@/]/.test(specifier),
    );
    if (files.length === 0) {
      const expected = "an import of a file in the cell of `%watch`";
      return [diagnostic("syntax", { expected, found: "none" }, place)];
    }
    watch.begin(every, files);
    return null;
  },
};
