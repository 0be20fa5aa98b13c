import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/commands.ts";
import { dtp } from "../../src/cli/dtp.ts";
import { parseArguments } from "../../src/cli/parseArguments.ts";
import { codes } from "../../src/dsl/diagnostics/index.ts";
import { testIo } from "./testIo.ts";

async function call(...argv: string[]) {
  const io = testIo();
  const code = await dtp(argv, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe("flags and operands", () => {
  const cases: readonly [string, readonly string[], readonly string[], Record<string, readonly string[]>][] =
    [
      ["mixed with operands", ["run", "--json", "a.dtp"], ["a.dtp"], { "--json": [""] }],
      ["a value apart", ["run", "a.dtp", "--html", "o.html"], ["a.dtp"], { "--html": ["o.html"] }],
      ["a value with =", ["run", "a.dtp", "--set=plan.tp=4"], ["a.dtp"], { "--set": ["plan.tp=4"] }],
      [
        "repeated",
        ["run", "--set", "plan.tp=4", "a.dtp", "--set", "plan.pp=2"],
        ["a.dtp"],
        { "--set": ["plan.tp=4", "plan.pp=2"] },
      ],
      ["after --, operands only", ["fmt", "--", "--check"], ["--check"], {}],
      ["- is standard input", ["fmt", "-"], ["-"], {}],
    ];
  test.each(cases)("%s", (_, argv, operands, flags) => {
    const parsed = parseArguments(argv);
    expect(parsed.kind).toBe("command");
    if (parsed.kind !== "command") return;
    expect(parsed.args.operands).toEqual(operands);
    expect(Object.fromEntries(parsed.args.flags)).toEqual(flags);
  });
});

describe("misuse is exit status 2 with a hint", () => {
  const cases: readonly [readonly string[], RegExp][] = [
    [[], /which command\?/],
    [["chekc", "a.dtp"], /no command `chekc`\n {2}did you mean `check`\?/],
    [["plan.dtp"], /did you mean `dtp run plan.dtp`\?/],
    [["run", "--htlm", "o", "a.dtp"], /no flag `--htlm`\n {2}did you mean `--html`\?/],
    [["--vresion"], /no flag `--vresion`\n {2}did you mean `--version`\?/],
    [["run"], /needs FILE/],
    [["run", "a.dtp", "b.dtp"], /takes FILE, not also b.dtp/],
    [["run", "a.dtp", "--html"], /--html needs OUT/],
    [["run", "a.dtp", "--html", "--json"], /--html needs OUT/],
    [["run", "a.dtp", "--json=yes"], /--json takes no value/],
    [["run", "a.dtp", "--html", "a", "--html", "b"], /--html is given twice/],
    [["kernel", "instal"], /no `instal`\n {2}did you mean `install`\?/],
    [["run", "no/such.dtp"], /there is no file no\/such.dtp/],
    [["run", "src"], /src is a folder/],
    [["explain", "not-divisibel"], /did you mean `not-divisible`\?/],
  ];
  test.each(cases)("dtp %j", async (argv, message) => {
    const { code, out, err } = await call(...argv);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(message);
  });
});

describe("help", () => {
  test("names every command and fits 100 columns", async () => {
    const { code, out } = await call("--help");
    expect(code).toBe(0);
    for (const { name, summary } of commands) {
      expect(out).toContain(`  ${name} `);
      expect(out).toContain(summary);
    }
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test.each(commands.map(({ name }) => name))("dtp %s --help names every flag", async (name) => {
    const { code, out } = await call(name, "--help");
    expect(code).toBe(0);
    for (const flag of commands.find((each) => each.name === name)?.flags ?? []) {
      expect(out).toContain(flag.name);
      expect(out).toContain(flag.doc);
    }
    expect(await call("help", name)).toEqual({ code, out, err: "" });
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("dtp explain says of every code what is wrong, a line each", async () => {
    const { code, out } = await call("explain");
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(codes.length);
    for (const line of lines) expect(line).toMatch(/^[\w-]+ +(error|warning|note) +\S.+$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("dtp explain takes a code with its brackets, as copied from a message", async () => {
    const { out } = await call("explain", "error[not-divisible]");
    expect(out).toMatch(/^# not-divisible: /);
    expect(await call("explain", "not-divisible")).toEqual({ code: 0, out, err: "" });
  });

  test("--version names engine, edition and data", async () => {
    const { code, out } = await call("--version");
    expect(code).toBe(0);
    expect(out).toMatch(/^dtp \d+\.\d+\.\d+\nlanguage edition \d{4}\nstd data \d{4}\.\d+\n$/);
  });

  test("every example parses by the table it documents", () => {
    for (const example of commands.flatMap(({ examples }) => examples)) {
      expect(parseArguments(example.split(" ")).kind, example).toBe("command");
    }
  });
});
