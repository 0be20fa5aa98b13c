import type { Benchmark } from "./benchmark.ts";

const HEAD = /#bytes\s+#iterations\s+BW peak\[(\w+)\/sec\]\s+BW average\[\w+\/sec\]/;

export const isIbText = (text: string): boolean => HEAD.test(text);

/** Rates of NICs that are sold, Gb/s. */
const SOLD: readonly number[] = [10, 25, 40, 50, 56, 100, 200, 400, 800];

/**
 * Reads the table of `ib_write_bw` and its siblings (linux-rdma/perftest, src/perftest_resources.c): bytes, iterations,
 * peak and average bandwidth, in Gb/s with `--report_gbits`, else in MB/s of 2^20 bytes (MiB/s in newer versions). A write between two hosts
 * shows which NIC it is: the slowest one sold that is not slower than the measured rate.
 */
export function readIbText(text: string): Benchmark | { readonly problem: string } {
  const unit = HEAD.exec(text)?.[1] ?? "";
  const factor = /^gb$/i.test(unit) ? 1 : (8 * 2 ** 20) / 1e9;
  const rates = [...text.matchAll(/^\s*\d+\s+\d+\s+[\d.]+\s+([\d.]+)(?:\s|$)/gm)].map(
    ([, average]) => factor * Number(average),
  );
  const rate = Math.max(0, ...rates);
  if (!(rate > 0)) return { problem: "has no line with a bandwidth below the head of its table" };
  // A rate may be printed a little above the nominal one, because both are rounded.
  const nic = SOLD.find((sold) => rate <= 1.01 * sold);
  if (nic === undefined) return { problem: `reports ${rate.toFixed(0)} Gb/s, more than any NIC has` };
  const isEthernet = /Link type\s*:\s*Ethernet/i.test(text);
  const kind = isEthernet ? "RoCE" : "InfiniBand";
  const share = ((100 * rate) / nic).toFixed(1);
  return {
    kind: "network",
    link: `${kind} ${nic}Gb/s per GPU`,
    remark: `${rate.toFixed(1)} Gb/s at most, ${share}% of a NIC of ${nic} Gb/s (${kind}); one NIC per device is assumed, --link states another network`,
  };
}
