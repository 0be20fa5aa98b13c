import type { Lexer } from "chevrotain";
import { DtpParser } from "./grammar/dtpParser.ts";
import { createLexer } from "./tokens.ts";

/** Built once, on first use: together some 30 ms, which a kernel's first reply must not wait for. */
let instances: { readonly lexer: Lexer; readonly parser: DtpParser } | undefined;

/** The one lexer and the one parser. Both are reset by each use; neither throws. */
export function lexerAndParser(): { readonly lexer: Lexer; readonly parser: DtpParser } {
  instances ??= { lexer: createLexer(), parser: new DtpParser() };
  return instances;
}
