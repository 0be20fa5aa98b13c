import type { Lexer } from "chevrotain";
import { DtpParser } from "./grammar/dtpParser.ts";
import { createLexer } from "./tokens/tokens.ts";

/**
 * Lexer and parser of this process, created on first use. Creation takes about 30 ms, which must not delay a kernel's
 * first reply.
 */
let instances: { readonly lexer: Lexer; readonly parser: DtpParser } | undefined;

/** Returns the lexer and parser that all callers share. Each use resets both, and neither throws. */
export function lexerAndParser(): { readonly lexer: Lexer; readonly parser: DtpParser } {
  instances ??= { lexer: createLexer(), parser: new DtpParser() };
  return instances;
}
