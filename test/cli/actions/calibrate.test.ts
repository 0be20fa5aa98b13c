import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { cells, csvOf, measuredBy } from "../../calibration/synthetic.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-calibrate-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

const times = measuredBy({ "cluster.device.gemm_efficiency": 0.7 }).map(
  (row) => row.text("iter_time_s") ?? "",
);
const measured = cells.map((row, at) => ({ ...row, iter_time_s: times[at] ?? "" }));
write("runs.csv", csvOf(measured));
write("mixed.csv", csvOf(measured.map((row, at) => (at < 3 ? { ...row, gpu: "H100-SXM5-80GB" } : row))));
write("encoders.csv", csvOf(measured.slice(0, 3).map((row) => ({ ...row, model: "T5 3B" }))));
write("narrow.csv", "id,gpu,layers\na,A100-SXM4-80GB,2\n");
write("empty.csv", csvOf(measured).split("\n")[0] ?? "");
write("broken.csv", 'id,gpu\n"a');

async function calibrate(...argv: string[]) {
  const io = testIo({ cwd: folder, stdout: { isTerminal: false, color: false, width: 100 } });
  const code = await dtp(["calibrate", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe("dtp calibrate", () => {
  test("prints constants, errors and runs, and writes what can be imported", async () => {
    const { code, out, err } = await calibrate("runs.csv", "--out", "mine.dtp");
    expect(code).toBe(0);
    expect(out).toMatch(/device\.gemm_efficiency +a100_80gb_sxm +8 +92% +(69|70|71)\S*%/);
    expect(out).toMatch(
      /Not fitted, because the runs hardly depend on them.*device\.reserved\s+\(a100_80gb_sxm\)/s,
    );
    expect(out).toMatch(/time +before +8 /);
    expect(out).toMatch(/narrow +iter_time_s/);
    expect(err).toContain("Wrote mine.dtp");
    const overlay = readFileSync(join(folder, "mine.dtp"), "utf8");
    expect(overlay).toContain('cite "calibrated on runs.csv, 8 runs"');
    // No clock: the same tables give the same file.
    await calibrate("runs.csv", "--out", "again.dtp");
    expect(readFileSync(join(folder, "again.dtp"), "utf8")).toBe(overlay);
  });

  test("--json gives the same as data, errors as fractions", async () => {
    const { code, out } = await calibrate(
      "runs.csv",
      "--json",
      "--fit",
      "gemm_efficiency,scale_up.efficiency",
    );
    expect(code).toBe(0);
    const data = JSON.parse(out);
    expect(Object.keys(data)).toEqual(["constants", "errors", "runs", "skipped"]);
    expect(data.constants.map((one: { path: string }) => one.path)).toEqual([
      "cluster.device.gemm_efficiency",
      "cluster.scale_up.efficiency",
    ]);
    expect(data.runs).toHaveLength(8);
    expect(Math.abs(data.runs[0].relError)).toBeLessThan(Math.abs(data.runs[0].relErrorBefore));
  });

  test("--part fit shows the errors of the rows that were held out", async () => {
    const { code, out } = await calibrate("runs.csv", "--part", "fit");
    expect(code).toBe(0);
    expect(out).toMatch(/time, fitted +before/);
    expect(out).toMatch(/time, held out +after/);
  });

  test("several tables are one, --where and --device choose among their rows", async () => {
    const both = await calibrate(
      "runs.csv",
      "mixed.csv",
      "--device",
      "a100",
      "--where",
      "id=^(tp|wide)",
      "--json",
    );
    expect(both.code).toBe(0);
    expect(JSON.parse(both.out).runs.map((one: { id: string }) => one.id)).toEqual([
      ...["tp8", "tp4", "tp2-two-nodes", "wide-pp2", "wide-dp4"],
      ...["tp4", "tp2-two-nodes", "wide-pp2", "wide-dp4"],
    ]);
  });

  test("outputs of benchmarks, whose network another output or a flag states", async () => {
    const rank = (host: string, at: number) =>
      `#  Rank ${at} Group 0 Pid 4${at} on ${host} device ${at} [0x19] NVIDIA A100-SXM4-80GB`;
    const head =
      "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong";
    const output = (hosts: readonly string[], lines: readonly string[]) =>
      [...hosts.flatMap((host, at) => [rank(host, 2 * at), rank(host, 2 * at + 1)]), head, ...lines].join(
        "\n",
      );
    const line = (bytes: number, micros: number) =>
      ` ${bytes} ${bytes / 4} float sum -1 ${micros} ${(bytes / micros / 1e3).toFixed(2)} ${((1.5 * bytes) / micros / 1e3).toFixed(2)} 0`;
    write("all_reduce_perf.txt", output(["a", "b"], [line(2 ** 26, 4200), line(2 ** 30, 65_000)]));
    write(
      "ib.txt",
      " #bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]\n 65536 5000 197.1 196.9 0.19\n",
    );
    const unstated = await calibrate("all_reduce_perf.txt");
    expect(unstated.code).toBe(1);
    expect(unstated.err).toContain("the network between nodes is not stated");
    const found = await calibrate("all_reduce_perf.txt", "ib.txt", "--out", "links.dtp");
    expect(found.err).toContain("ib.txt: 196.9 Gb/s at most, 98.5% of a NIC of 200 Gb/s (InfiniBand)");
    expect(found.out).toMatch(/scale_out\.efficiency +fat_tree\(200 Gb\/s\)/);
    expect(readFileSync(join(folder, "links.dtp"), "utf8")).toMatch(/scale_out\.efficiency = /);
    const stated = await calibrate(
      "all_reduce_perf.txt",
      "--link",
      "RoCE 100Gb/s per GPU",
      "--gpu",
      "H100 SXM",
    );
    expect(stated.code).toBe(0);
    expect(stated.out).toMatch(/scale_out\.efficiency +ethernet\(100 Gb\/s\)/);
  });

  test("devices that --device chooses together share one set of constants", async () => {
    const { code, out } = await calibrate("mixed.csv", "--device", "(a|h)100", "--json");
    expect(code).toBe(0);
    const owners = JSON.parse(out).constants.map((one: { owner: string }) => one.owner);
    expect(owners).toContain("(a|h)100");
  });

  test.each([
    ["a missing file", ["none.csv"], 2, "there is no file none.csv"],
    ["a folder", ["."], 2, ". is a folder; name a .csv file in it"],
    ["a table that is none", ["broken.csv"], 1, "broken.csv is not a table of comma-separated values: row 2"],
    ["missing columns", ["narrow.csv"], 1, "narrow.csv lacks columns: `hidden`, `seq_len`, `n_gpus` or `dp`"],
    ["no rows", ["empty.csv"], 1, "the tables have no rows"],
    ["no row left", ["runs.csv", "--where", "id=none"], 1, "no row meets every --where"],
    ["no run among the rows", ["encoders.csv"], 1, "no row is a run that the engine can estimate"],
    ["several devices", ["mixed.csv"], 2, "the runs come from 2 devices"],
    ["a device that no run has", ["runs.csv", "--device", "v100"], 2, "no row's device matches v100"],
    ["an unknown column", ["runs.csv", "--where", "sorce=x"], 2, "did you mean `source`?"],
    ["a condition that is none", ["runs.csv", "--where", "source"], 2, "--where is COLUMN=REGEX, not source"],
    ["a bad pattern", ["runs.csv", "--where", "source=("], 2, "--where (: "],
    ["an unknown field", ["runs.csv", "--fit", "gem_efficiency"], 2, "did you mean `gemm_efficiency`?"],
    ["an unknown part", ["runs.csv", "--part", "half"], 2, "--part is fit, held-out or all, not half"],
    ["nowhere to write", ["runs.csv", "--out", "no/where.dtp"], 2, "there is no folder no"],
    [
      "nothing to find",
      ["runs.csv", "--fit", "reserved"],
      1,
      "the runs do not depend on any of these constants",
    ],
  ])("%s", async (_, argv, status, words) => {
    const { code, err } = await calibrate(...argv);
    expect(err).toContain(words);
    expect(code).toBe(status);
  });

  test("the example that the documentation names", async () => {
    const example = join(import.meta.dirname, "../../../examples/measured.csv");
    const { code, out } = await calibrate(example, "--json");
    expect(code).toBe(0);
    const { errors, runs, skipped } = JSON.parse(out);
    expect([runs.length, skipped.length]).toEqual([10, 0]);
    expect(errors[0].after.mape).toBeLessThanOrEqual(errors[0].before.mape);
  });

  test("says why each row is no run, counted", async () => {
    const { err } = await calibrate("encoders.csv");
    expect(err).toMatch(/3 +not a decoder-only transformer +narrow, narrow-small-batch, tp8/);
  });
});
