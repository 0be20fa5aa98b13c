import type { IToken } from "chevrotain";
import type { Comment } from "../../ast/ast.ts";
import { beginsLine } from "./line.ts";
import { Comma } from "./tokens.ts";

const isDoc = (image: string) => image.startsWith("##") && !image.startsWith("###");

/** Makes the comments of a text from their tokens. The text of a comment has no `#`. */
export function readComments(tokens: readonly IToken[]): Comment[] {
  return tokens.map((token) => {
    const doc = isDoc(token.image);
    return {
      span: { start: token.startOffset, end: token.startOffset + token.image.length },
      text: token.image.slice(doc ? 2 : 1).trim(),
      doc,
    };
  });
}

/**
 * Doc comments of a text. The key is the offset of the token that follows the comment. Only `##` comments on lines of
 * their own count; several lines are joined.
 */
export function docsByToken(
  comments: readonly Comment[],
  tokens: readonly IToken[],
  text: string,
): Map<number, string> {
  const docs = new Map<number, string>();
  let at = 0;
  for (const comment of comments) {
    if (!comment.doc || !beginsLine(text, comment.span.start)) continue;
    for (let token = tokens[at]; token && token.startOffset < comment.span.start; token = tokens[at]) at++;
    // A comma at the beginning of a line belongs to the item above, so the comment documents the token after the comma.
    const owner = tokens[at]?.tokenType === Comma ? tokens[at + 1] : tokens[at];
    if (!owner) break;
    const before = docs.get(owner.startOffset);
    docs.set(owner.startOffset, before === undefined ? comment.text : `${before}\n${comment.text}`);
  }
  return docs;
}
