/**
 * Label of a series, bar or drawing with the underscores of its names as blanks: `best_gb200` is best gb200. Settings with
 * arguments stay as a program has them: `top_k(1%)`.
 */
export function nameWords(label: string): string {
  return label.replace(NAME, (name) => name.replaceAll("_", " "));
}

const NAME = /\b[A-Za-z]\w*_\w+\b(?!\()/g;
