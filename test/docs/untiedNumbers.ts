/** A number with digits that stands alone: not in a name (`H100`, `ZeRO-3`, `arXiv:1910.02054`), a link or code. */
const NUMBER = /(?<![\w.:/-])\\?\$?(\d+(?:,\d{3})*(?:\.\d+)?)(?![\w]|[-.]\w)/g;

const plain = (text: string): string => text.replaceAll(/[,_]/g, "").replace(/^(\d+)\.0+$/, "$1");

/**
 * The numbers of a paragraph that stand in none of the given lines of code: results that somebody typed, which nothing
 * holds to the engine. "Statement 5", a lesson, a table, a figure or a section is no result;
 * neither is a model's name, a title or a link's text.
 */
export function untiedNumbers(prose: string, code: string): readonly string[] {
  const held = new Set([...code.matchAll(/\d(?:[_,]?\d)*(?:\.\d+)?/g)].map(([one]) => plain(one)));
  const text = prose
    .replaceAll(/^# .+$|`[^`]*`|\[[^\]]*\]\([^)]*\)|https?:\S+|\b80% interval/gm, " ")
    .replaceAll(/\b(?:Llama|Grok|Kimi K) ?\d\b(?:\.\d)?/g, " ")
    .replaceAll(
      /\b(?:[Ss]tatement|[Ll]esson|[Tt]able|[Ff]igure|[Ss]ections?|[Ii]ssue)s? \d[\d.]*(?:(?:,| and| or| to) \d[\d.]*)*/g,
      " ",
    );
  return [...text.matchAll(NUMBER)].flatMap(([, one = ""]) => (held.has(plain(one)) ? [] : [one]));
}
