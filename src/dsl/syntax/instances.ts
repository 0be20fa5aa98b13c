import type { Lexer } from "chevrotain";
import { DtpParser } from "./grammar/dtpParser.ts";
import { createLexer } from "./tokens/tokens.ts";

/**
 * Lexer and parser, created on first use. Creation takes about 30 ms, for which a kernel's first reply must not wait.
 */
let instances: { readonly lexer: Lexer; readonly parser: DtpParser } | undefined;

/** The shared lexer and parser. Each use resets both; neither throws. */
export function lexerAndParser(): { readonly lexer: Lexer; readonly parser: DtpParser } {
  instances ??= { lexer: createLexer(), parser: new DtpParser() };
  return instances;
}
