/** Pattern of the space in a place of a source: between `Table` and its number. */
const WITHIN_PLACE =
  /(?<=(?:^|[\s(])(?:[Tt]ables?|[Ff]ig(?:ure|ures|s?\.)|[Ss]ec(?:tion|tions|\.)|[Ee]qs?\.|[Aa]lgorithm|[Aa]ppendix|[Cc]hapter|[Ll]isting|pp?\.|§)) (?=[\dA-Z])/g;

/** Text in which the place of a source stays on one line: `Table 4` has a no-break space. */
export function withWholePlaces(text: string): string {
  return text.replace(WITHIN_PLACE, "\u00a0");
}
