import { type Row, rowOf } from "../../validation/rows/row.ts";
import type { Benchmark, Stated } from "./benchmark.ts";
import { isIbText, readIbText } from "./ibText.ts";
import { isNcclText, readNcclText } from "./ncclText.ts";

/**
 * Reads the output of nccl-tests, rccl-tests or perftest's `ib_write_bw`. null for another text; a problem is returned
 * as a sentence that follows the file's name.
 */
export function readBenchmark(
  text: string,
  file: string,
  stated: Stated,
): Benchmark | { readonly problem: string } | null {
  if (isNcclText(text)) return readNcclText(text, file, stated);
  return isIbText(text) ? readIbText(text) : null;
}

/** Collectives of benchmarks as rows. `link` is the network of those over several nodes that do not state it. */
export function benchmarkRows(
  found: readonly Readonly<Record<string, string>>[],
  link: string | undefined,
): readonly Row[] {
  return found.map((cells) =>
    rowOf(link !== undefined && cells.n_nodes !== "1" && !cells.link ? { ...cells, link } : cells),
  );
}
