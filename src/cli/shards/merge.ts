import { mergeParts, type SearchRecord } from "../../session/index.ts";
import { run } from "../actions/run.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { readText } from "../io/readText.ts";
import { versionText } from "../io/versionText.ts";
import { readProgram } from "../programs/readProgram.ts";
import { sha256 } from "./sha256.ts";
import type { Shard } from "./shard.ts";
import { shardIn } from "./shardIn.ts";

type Problem = { readonly problem: string };

/** Command `dtp merge FILE SHARD…`: prints what `dtp run` prints, with search results merged from shards. */
export async function merge({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [operand = "-", ...files] = operands;
  const program = await readProgram(operand, io);
  const read = "problem" in program ? program : await readShards(files, io);
  const merged = "problem" in program || "problem" in read ? null : together(program.text, read.shards);
  const problem = "problem" in program ? program : "problem" in read ? read : merged;
  if (!merged || "problem" in merged || "problem" in read) {
    io.err(`dtp: ${problem && "problem" in problem ? problem.problem : ""}\n`);
    return 2;
  }
  const overrides = new Map(flags).set("--set", read.shards[0]?.overrides ?? []);
  return run(
    { operands: [operand], flags: overrides },
    {
      ...io,
      evaluate: (request, events) =>
        io.evaluate({ ...request, searches: { share: null, known: merged.searches } }, events),
    },
  );
}

async function readShards(
  files: readonly string[],
  io: Io,
): Promise<{ readonly shards: readonly Shard[] } | Problem> {
  const shards: Shard[] = [];
  for (const file of files) {
    const read = await readText(file, io);
    if ("problem" in read) return read;
    const shard = shardIn(read.text);
    if ("problem" in shard) return { problem: `${file} ${shard.problem}` };
    shards.push(shard);
  }
  return { shards };
}

/** Search results merged from all shards, or a sentence on why the shards do not fit together. */
function together(
  text: string,
  shards: readonly Shard[],
): { readonly searches: readonly SearchRecord[] } | Problem {
  const [first] = shards;
  if (!first) return { problem: "there are no parts to merge" };
  const { of } = first.shard;
  const versions = versionText().trim();
  for (const one of shards) {
    const which = `part ${one.shard.index}/${one.shard.of}`;
    if (one.program.sha256 !== sha256(text))
      return { problem: `${which} was made from a different text of ${one.program.name}` };
    if (one.versions !== versions)
      return { problem: `${which} was made by a different version: ${one.versions}` };
    if (one.shard.of !== of)
      return { problem: `${which} does not belong to the same search as part ${first.shard.index}/${of}` };
    if (JSON.stringify(one.overrides) !== JSON.stringify(first.overrides))
      return { problem: `${which} was searched with different --set options` };
    const cut = one.searches.find(({ partial }) => partial);
    if (cut) return { problem: `the search \`${cut.label}\` of ${which} was interrupted` };
  }
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter(
    (index) => !shards.some(({ shard }) => shard.index === index),
  );
  if (missing.length > 0)
    return { problem: `of ${of} parts ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing` };
  // A shard that is given twice has equal content and counts once.
  const once = new Map(shards.map((one) => [one.shard.index, one]));
  const searches = first.searches.map((search): SearchRecord => {
    const parts = [...once.values()].flatMap((one) => one.searches.filter(({ key }) => key === search.key));
    return {
      ...search,
      best: mergeParts(
        parts.map(({ best }) => best),
        search,
      ),
    };
  });
  return { searches };
}
