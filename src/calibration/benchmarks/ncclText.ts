import type { Benchmark, Stated } from "./benchmark.ts";

export const isNcclText = (text: string): boolean => /#\s+size\s+count\s+type\b/.test(text);

/** Names of the programs of nccl-tests with the collective that each measures. */
const PROGRAMS: Readonly<Record<string, string>> = {
  all_reduce: "all_reduce",
  all_gather: "all_gather",
  reduce_scatter: "reduce_scatter",
  alltoall: "all_to_all",
  broadcast: "broadcast",
  sendrecv: "send_recv",
};
const PROGRAM = new RegExp(`(${Object.keys(PROGRAMS).join("|")})(?:_perf|\\b)`, "i");

interface Line {
  readonly bytes: number;
  readonly micros: number;
  readonly algorithm: number;
  readonly bus: number;
  readonly reduces: boolean;
}

/**
 * Reads the output of nccl-tests or rccl-tests (NVIDIA/nccl-tests, src/common.cu and doc/PERFORMANCE.md): the ranks with
 * their hosts and devices, and the table of sizes, B, times, µs, and bandwidths, GB/s. Times out of place are taken.
 */
export function readNcclText(
  text: string,
  file: string,
  stated: Stated,
): Benchmark | { readonly problem: string } {
  // mpirun puts `[1,0]<stdout>:` before each line.
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\[\d+,\d+\]<\w+>:\s?/, ""));
  const ranks = lines.flatMap((line) => {
    const [, host, device] =
      /^#\s+Rank\s+\d+\s+(?:Group\s+\d+\s+)?Pid\s+\d+\s+on\s+(\S+)\s+device\s+\d+\s+\[[^\]]*\]\s+(.+?)\s*$/.exec(
        line,
      ) ?? [];
    return host !== undefined && device !== undefined ? [{ host, device }] : [];
  });
  if (ranks.length < 2)
    return { problem: "names fewer than two ranks (`#  Rank  0 ... on HOST device 0 [0x1b] NAME`)" };
  const hosts = new Set(ranks.map(({ host }) => host));
  const devices = new Set(ranks.map(({ device }) => device));
  if (devices.size > 1)
    return { problem: `has ranks on ${devices.size} kinds of devices: ${[...devices].join(", ")}` };
  const measured = lines.flatMap(lineOf);
  if (measured.length === 0) return { problem: "has no line with a time below the head of its table" };
  const collective = collectiveOf(lines, measured, ranks.length, file);
  if (collective === null)
    return {
      problem:
        "does not say which collective it measured; name the file after the program, such as alltoall_perf.txt",
    };
  const gpu = stated.gpu ?? ranks[0]?.device ?? "";
  return {
    kind: "collectives",
    rows: measured.map(({ bytes, micros }) => ({
      ...{ id: `${file}:${collective}-${bytes}`, source: file, collective, gpu },
      ...{ n_gpus: String(ranks.length), n_nodes: String(hosts.size), library: "nccl-tests" },
      ...{ size_bytes: String(bytes), time_us: String(micros), link: stated.link ?? "" },
    })),
  };
}

/**
 * Line of the table. Before the time there may be an operation (`sum`, `none`) and a root; which ones differs between
 * collectives and versions.
 */
function lineOf(text: string): readonly Line[] {
  const cells = text.trim().split(/\s+/);
  const [bytes, count, type, ...rest] = cells;
  if (!/^\d+$/.test(bytes ?? "") || !/^\d+$/.test(count ?? "") || !/^[a-z]\w*$/i.test(type ?? "")) return [];
  const redop = /^[a-z]/i.test(rest[0] ?? "") ? rest[0] : undefined;
  const after = redop === undefined ? rest : rest.slice(1);
  const numbers = after.map(Number);
  // With a root there are nine cells (root, then twice time, algbw, busbw, #wrong), without it eight.
  const start = after.length % 4 === 1 ? 1 : 0;
  const [micros, algorithm, bus] = numbers.slice(start);
  if (micros === undefined || algorithm === undefined || bus === undefined) return [];
  if (!(micros > 0) || !(Number(bytes) > 0) || !(algorithm >= 0) || !(bus >= 0)) return [];
  return [{ bytes: Number(bytes), micros, algorithm, bus, reduces: redop !== undefined && redop !== "none" }];
}

/** Collective by the program's name in the output, by the ratio of the two bandwidths, or by the file's name. */
function collectiveOf(
  lines: readonly string[],
  measured: readonly Line[],
  n: number,
  file: string,
): string | null {
  const named = lines
    .map((line) => /(\w+?)_perf\b/.exec(line)?.[1])
    .find((name) => name !== undefined && name in PROGRAMS);
  if (named !== undefined) return PROGRAMS[named] ?? null;
  const inFile = PROGRAM.exec(file)?.[1]?.toLowerCase();
  if (inFile !== undefined) return PROGRAMS[inFile] ?? null;
  // bus / algorithm bandwidth: doc/PERFORMANCE.md of nccl-tests. The largest line has the most digits.
  const largest = measured.reduce((best, one) => (one.bytes > best.bytes ? one : best));
  const ratio = largest.bus / largest.algorithm;
  if (!largest.reduces) return null;
  const near = (value: number): boolean => Math.abs(ratio / value - 1) < 0.02;
  // With two ranks an all-reduce sends as much as its payload, as a reduce does.
  if (near((2 * (n - 1)) / n) && n > 2) return "all_reduce";
  return near((n - 1) / n) ? "reduce_scatter" : null;
}
