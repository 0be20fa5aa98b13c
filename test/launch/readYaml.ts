type Yaml = string | number | boolean | Yaml[] | { [key: string]: Yaml };

/**
 * Reads the YAML that manifests are written in: block maps and lists, literal texts, JSON's strings, plain words and numbers.
 * It knows nothing of the writer, so that a slip in either shows.
 */
export function readYaml(text: string): Yaml {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  while (lines.at(-1) === "") lines.pop();
  let at = 0;
  const indent = (line: string | undefined): number =>
    line === undefined ? -1 : line.length - line.trimStart().length;

  const block = (column: number): Yaml => {
    const first = lines[at] ?? "";
    return first.trimStart().startsWith("- ") ? list(column) : map(column);
  };
  const list = (column: number): Yaml => {
    const items: Yaml[] = [];
    while (indent(lines[at]) === column && (lines[at] ?? "").slice(column).startsWith("- ")) {
      const rest = (lines[at] ?? "").slice(column + 2);
      if (rest === "|-") items.push(literal(column + 2));
      else if (/^("[^"]*"|[\w./-]+):( |$)/.test(rest)) {
        lines[at] = " ".repeat(column + 2) + rest;
        items.push(map(column + 2));
      } else {
        at++;
        items.push(scalar(rest));
      }
    }
    return items;
  };
  const map = (column: number): Yaml => {
    const found: { [key: string]: Yaml } = {};
    while (indent(lines[at]) === column) {
      const [, key = "", rest = ""] =
        /^("[^"]*"|[^:\s]+):(?: (.*))?$/.exec((lines[at] ?? "").slice(column)) ?? [];
      if (key === "") throw new Error(`no key: ${lines[at]}`);
      const name = String(scalar(key));
      if (rest === "|-") found[name] = literal(column + 2);
      else {
        at++;
        found[name] = rest === "" ? block(indent(lines[at])) : scalar(rest);
      }
    }
    return found;
  };
  const literal = (column: number): Yaml => {
    const text: string[] = [];
    at++;
    while (at < lines.length && (lines[at] === "" || indent(lines[at]) >= column))
      text.push((lines[at++] ?? "").slice(column));
    return text.join("\n");
  };
  return block(0);
}

function scalar(text: string): Yaml {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text === "true" || text === "false") return text === "true";
  if (text === "{}") return {};
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
