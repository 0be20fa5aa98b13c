import { Language, languageDataProp } from "@codemirror/language";
import { type Input, Parser, type PartialParse, type TreeFragment } from "@lezer/common";

const TYPESCRIPT_CELL = /^%%ts\b/;

/** CodeMirror language that a cell's first line chooses: TypeScript after `%%ts`, else `.dtp`. */
export function cellLanguage(dtp: Language, typescript: Language): Language {
  return new Language(dtp.data, new CellParser(dtp, typescript), [], "dtp");
}

class CellParser extends Parser {
  constructor(
    private readonly dtp: Language,
    private readonly typescript: Language,
  ) {
    super();
  }

  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    const foreign = TYPESCRIPT_CELL.test(input.read(0, Math.min(8, input.length)));
    const { parser, data } = foreign ? this.typescript : this.dtp;
    // After a change of the first line, syntax trees of the other language cannot be reused.
    const own = fragments.filter(({ tree }) => tree.type.prop(languageDataProp) === data);
    return parser.startParse(foreign ? new MagicAsComment(input) : input, own, ranges);
  }
}

/** Parser input in which `%%ts` reads as `//ts`, a comment in TypeScript's grammar. */
class MagicAsComment implements Input {
  constructor(private readonly text: Input) {}

  get length(): number {
    return this.text.length;
  }

  get lineChunks(): boolean {
    return this.text.lineChunks;
  }

  chunk(from: number): string {
    return masked(this.text.chunk(from), from);
  }

  read(from: number, to: number): string {
    return masked(this.text.read(from, to), from);
  }
}

function masked(part: string, from: number): string {
  const marks = Math.min(part.length, Math.max(0, 2 - from));
  return "/".repeat(marks) + part.slice(marks);
}
