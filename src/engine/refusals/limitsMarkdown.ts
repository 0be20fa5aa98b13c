import { limits } from "./limits.ts";

/** The generated section of `docs/limits.md`: what is refused by name. */
export function limitsMarkdown(): string {
  const chapters = limits.map(({ of, limits: rows }) => {
    const lines = rows.map(
      ({ what, why, instead, fields }) =>
        `| ${upper(what)} | ${why} | ${instead} | ${fields.map((field) => `\`${field}\``).join(", ")} |`,
    );
    return [`### ${of}`, "", "| not modelled | why | what is | at |", "|---|---|---|---|", ...lines].join(
      "\n",
    );
  });
  const intro = [
    "## Refused by name",
    "",
    "Written from the refusals themselves: an estimate is refused (`not-modelled`) where a plan asks for one of these. Everything else",
    "has an answer, or is a mistake that says so ([diagnostics](errors.md)): degrees that do not divide, rates that a device lacks,",
    "drives that are not there.",
  ].join("\n");
  return `${[intro, ...chapters].join("\n\n")}\n`;
}

const upper = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
