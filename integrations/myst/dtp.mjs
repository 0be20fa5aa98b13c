// Runs the DTP blocks of a document for MyST (mystmd). In myst.yml:
//   project:
//     plugins: [dtp.mjs]
// The directives `dtp` of a document are one program, in its order. What a block's statements show stands below it:
//   :::{dtp}
//   :echo: false
//   show base.memory
//   :::
// The role {dtp}`base.step_time` is the number, as `show base.step_time` prints it, after the blocks above it.
// `DTP_COMMAND` is what to call: `node dtp.cjs` where that file is, `dtp` elsewhere.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Program of a document so far. A build that starts again has a new file. */
const programs = new WeakMap();

const FIGURES = "dtp-figures";

/**
 * Outputs of a program's statements from a line on, as Markdown.
 *
 * @throws with what dtp says where the program has an error or an expectation fails
 */
function outputsFrom(program, first) {
  const [command, ...words] = (
    process.env.DTP_COMMAND ?? (existsSync("dtp.cjs") ? "node dtp.cjs" : "dtp")
  ).split(/\s+/);
  const args = [...words, "run", "-", "--markdown", "--figures", FIGURES, "--format", "svg"];
  const { status, stdout, stderr, error } = spawnSync(command, args, { input: program, encoding: "utf8" });
  if (status !== 0) throw new Error(`dtp: ${error?.message ?? stderr}`);
  const parts = stdout.split(/^<!-- dtp: line (\d+), \w+ -->$/m).slice(1);
  const outputs = [];
  for (let at = 0; at < parts.length; at += 2)
    if (Number(parts[at]) >= first) outputs.push(parts[at + 1].trim());
  return outputs;
}

/** Program of a document with another text below it, and the line where that text begins. */
function extended(vfile, text) {
  const before = programs.get(vfile) ?? "";
  const program = `${before}${text}\n`;
  return { program, first: before.split("\n").length };
}

const block = {
  name: "dtp",
  doc: "A part of the document's DTP program, with what it shows.",
  options: { echo: { type: String, doc: "`false` leaves the program out." } },
  body: { type: String, doc: "Statements of the language." },
  run({ body = "", options = {} }, vfile, { parseMyst }) {
    const { program, first } = extended(vfile, body);
    programs.set(vfile, program);
    const code = options.echo === "false" ? [] : [{ type: "code", lang: "dtp", value: body }];
    return [...code, ...outputsFrom(program, first).flatMap((text) => parseMyst(text).children)];
  },
};

const number = {
  name: "dtp",
  doc: "A number of the document's DTP program.",
  body: { type: String, required: true, doc: "A name or path: `base.step_time`." },
  run({ body }, vfile) {
    const { program, first } = extended(vfile, `show ${body}`);
    const found = outputsFrom(program, first);
    const [, value] = (found.length === 1 && /^[^\n]*? = ([^\n]+)$/.exec(found[0])) || [];
    if (value === undefined)
      throw new Error(`dtp: \`${body}\` is no single number; use a block with \`show ${body}\``);
    return [{ type: "text", value: value.replace(/\\(?=[^\w\s])/g, "") }];
  },
};

export default { name: "DTP", directives: [block], roles: [number] };
