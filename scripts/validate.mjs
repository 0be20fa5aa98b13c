// Compares the engine with tables of measured runs: `npm run validate [-- FILE.csv…] [--json] [--write |
// --check] [--row ID] [--by-hand]`.
import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fromSource, root } from "./fromSource.mjs";

const usage = `usage: npm run validate -- [FILE.csv …] [--json] [--write | --check] [--row ID] [--by-hand]
  FILE.csv   tables of measured runs, of collectives or of kernels, distinguished by their columns; without any, the ones in validation/
  --json     {groups, rows, skipped} on standard output, with collectives: {groups, rows, skipped} and kernels: {groups, rows, skipped} where tables have them. A row
             has the 80 % interval that a user is shown: low and high in the unit of predicted, inside (whether measured is between them),
             memLow, memHigh and memInside in bytes, and outside: in what the run is unlike everything that was measured
  --write    write docs/validation.md, the figures in docs/uncertainty.md, src/uncertainty/residuals.ts and the tables of notebooks/studies (from the tables in validation/ only)
  --check    fail when they are not what --write would write
  --row ID   print the program that a row becomes, what it predicts and what was measured
  --by-hand  the programs of validation/by_hand/, written as users write them, beside what was measured; then the rows of validation/shared-runs/; with --json {time, memory, sources, rows, shared}`;

const { values, positionals } = readArguments();
const shipped = [
  "runs.csv",
  "vtrain.csv",
  "nanotron.csv",
  "megatron_ci.csv",
  "collectives.csv",
  "gemm.csv",
].map((name) => join(root, "validation", name));
const lib = await fromSource(
  'export * from "./src/validation/index.ts"; export { createWorld } from "./src/host/index.ts";',
);
const { createWorld, isCollective, isKernel, readRows, validate, validateCollectives, validateKernels } = lib;

const RESIDUALS = "src/uncertainty/residuals.ts";

const tables = [];
// npm runs scripts in the project's folder; the user's is INIT_CWD.
const given = positionals.map((path) => resolve(process.env.INIT_CWD ?? ".", path));
for (const path of given.length > 0 ? given : shipped) {
  const text = await readFile(path, "utf8").catch((error) => fail(`cannot read ${path}: ${error.message}`));
  try {
    const found = readRows(text);
    if (found.length === 0) console.error(`${path} has no rows`);
    tables.push(...found);
  } catch (error) {
    fail(`${path} is no table of measured runs: ${error.message}`);
  }
}
const world = createWorld(root);
const calls = tables.filter(isCollective);
const kernelRows = tables.filter(isKernel);
const rows = tables.filter((row) => !isCollective(row) && !isKernel(row));

if (values["by-hand"]) {
  const { board } = await judgedByHand();
  const shared = await judgedShared();
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...board, shared })}\n`
      : `${lib.byHandText(board)}\n${lib.sharedRunsText(shared)}`,
  );
} else if (values.row !== undefined) {
  const row = tables.find(({ id }) => id === values.row) ?? fail(`no row ${values.row}`);
  if (isKernel(row)) {
    console.log(JSON.stringify(validateKernels([row], world), null, 2));
    process.exit(0);
  }
  const program = isCollective(row) ? lib.collectiveProgram(row) : lib.programOf(row);
  console.log(program.kind === "program" ? program.text : `not expressed: ${program.reason}`);
  const board = isCollective(row) ? validateCollectives([row], world) : validate([row], world);
  console.log(JSON.stringify(board.rows[0] ?? null, null, 2));
} else {
  const judgement = lib.judgeRows(rows, world);
  const board = lib.scoreboardOf(judgement);
  const collectives = calls.length > 0 ? validateCollectives(calls, world) : null;
  const kernels = kernelRows.length > 0 ? validateKernels(kernelRows, world) : null;
  if (values.write || values.check) {
    const { board: byHand, programs } = await judgedByHand(judgement.judged);
    const runs = lib.measuredRuns(judgement.judged, world, programs);
    for (const problem of lib.whysProblems(byHand)) {
      console.error(problem);
      process.exitCode = 1;
    }
    const files = {
      "docs/validation.md": lib.scoreboardMarkdown(
        board,
        rows,
        collectives,
        kernels ? lib.kernelsMarkdown(kernels) : [],
        lib.byHandMarkdown(byHand),
      ),
      "docs/uncertainty.md": lib.withSection(
        await readFile(join(root, "docs", "uncertainty.md"), "utf8"),
        lib.coverageMarkdown(runs),
      ),
      "notebooks/studies/measured-runs.csv": lib.measuredRunsCsv(judgement.judged),
      ...Object.fromEntries(
        ["part", "device", "framework", "scale"].map((by) => [
          `notebooks/studies/errors-by-${by}.csv`,
          lib.measuredErrorsCsv(judgement.judged, by),
        ]),
      ),
      [RESIDUALS]: lib.residualsModule(runs),
    };
    let again = false;
    for (const [path, text] of Object.entries(files)) {
      const found = await readFile(join(root, path), "utf8").catch(() => "");
      if (values.write) {
        if (found !== text) await writeFile(join(root, path), text);
        if (found !== text && path === RESIDUALS) again = true;
        console.error(found === text ? `${path} is up to date` : `wrote ${path}`);
      } else if (found !== text) {
        console.error(`stale: ${path}\nrun \`npm run validate -- --write\` and commit the result`);
        process.exitCode = 1;
      }
    }
    // Intervals of the scoreboard come from the residuals with which this process began.
    if (again)
      process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit" }).status ?? 1);
  }
  if (values.json) {
    const parts = { ...(collectives ? { collectives } : {}), ...(kernels ? { kernels } : {}) };
    process.stdout.write(`${JSON.stringify({ ...board, ...parts })}\n`);
  } else if (!values.write && !values.check) {
    const texts = [
      rows.length > 0 || tables.length === 0 ? lib.scoreboardText(board) : "",
      collectives ? lib.collectivesText(collectives) : "",
      kernels ? lib.kernelsText(kernels) : "",
    ];
    process.stdout.write(texts.filter((text) => text !== "").join("\n"));
  }
}

/** Judged programs of validation/by_hand/. `judged` are the tables' rows where they are known. */
async function judgedByHand(judged) {
  const folder = join(root, "validation", "by_hand");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".dtp")).sort();
  const programs = await Promise.all(
    names.map(async (name) =>
      lib.byHandProgram(name.slice(0, -".dtp".length), await readFile(join(folder, name), "utf8")),
    ),
  );
  const runs = lib.judgeByHand(programs, rows, world);
  const ids = new Set(runs.map(({ row }) => row?.id));
  const those = rows.filter(({ id }) => ids.has(id));
  const known = judged ?? lib.judgeRows(those, world).judged;
  return {
    board: lib.byHandBoard(runs, new Map(known.map(({ row }) => [row.id, row]))),
    programs: runs.map((run, at) => ({ run, program: programs[at] })),
  };
}

/** Judged rows of validation/shared-runs/. A file with a mistake is told and left out, and the command fails. */
async function judgedShared() {
  const folder = join(root, "validation", "shared-runs");
  const { columns } = lib.readTable(await readFile(join(root, "validation", "runs.csv"), "utf8"));
  const found = [];
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".csv")).sort()) {
    const path = `validation/shared-runs/${name}`;
    const read = lib.readSharedRuns(path, await readFile(join(folder, name), "utf8"), columns);
    for (const problem of read.problems ?? []) {
      console.error(problem);
      process.exitCode = 1;
    }
    found.push(...(read.rows ?? []));
  }
  return lib.judgeSharedRuns(found, world);
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        write: { type: "boolean" },
        check: { type: "boolean" },
        row: { type: "string" },
        "by-hand": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (parsed.values.help) {
      console.log(usage);
      process.exit(0);
    }
    if (parsed.values.write && parsed.positionals.length > 0) fail("--write takes no files");
    return parsed;
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
