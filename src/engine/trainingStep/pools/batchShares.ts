/** Replicas of a pool, with the time of a micro-batch and of filling and draining the pipeline, s. */
export interface Paced {
  readonly replicas: number;
  readonly seconds: number;
  readonly fill: number;
}

/**
 * Micro-batches of a replica on each pool, such that the last pool ends as early as possible: `fill + m * seconds`. All
 * replicas together run `total` micro-batches, each at least one. Null where no whole numbers add up to it.
 */
export function batchShares(pools: readonly Paced[], total: number): readonly number[] | null {
  if (!Number.isInteger(total) || pools.some(({ replicas }) => !(replicas >= 1))) return null;
  const ends = pools.flatMap(({ replicas, seconds, fill }) =>
    Array.from({ length: Math.floor(total / replicas) }, (_, i) => fill + (i + 1) * seconds),
  );
  ends.sort((a, b) => a - b);
  let [low, high] = [0, ends.length - 1];
  if (high < 0 || sharesBy(pools, total, ends[high] ?? 0) === null) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sharesBy(pools, total, ends[middle] ?? 0) === null) low = middle + 1;
    else high = middle;
  }
  return sharesBy(pools, total, ends[low] ?? 0);
}

/** Shares with which all pools end by `end`, s; null where there are none. */
function sharesBy(pools: readonly Paced[], total: number, end: number): readonly number[] | null {
  const most = pools.map(({ seconds, fill, replicas }) =>
    Math.min(Math.floor(total / replicas), Math.floor((end - fill) / seconds + 1e-9)),
  );
  // `sums[i]` marks the numbers of micro-batches that the first i pools can run together.
  const sums = [new Uint8Array(total + 1)];
  (sums[0] as Uint8Array)[0] = 1;
  for (const [i, { replicas }] of pools.entries()) {
    const before = sums[i] as Uint8Array;
    const after = new Uint8Array(total + 1);
    // Latest reachable sum by its remainder: the next pool starts from it with the fewest micro-batches.
    const latest = new Int32Array(replicas).fill(-1);
    for (let sum = 0; sum <= total; sum++) {
      const from = latest[sum % replicas] ?? -1;
      if (from >= 0 && (sum - from) / replicas <= (most[i] ?? 0)) after[sum] = 1;
      if (before[sum] === 1) latest[sum % replicas] = sum;
    }
    sums.push(after);
  }
  if ((sums[pools.length] as Uint8Array)[total] !== 1) return null;
  const shares = new Array<number>(pools.length).fill(0);
  let left = total;
  for (let i = pools.length - 1; i >= 0; i--) {
    const { replicas } = pools[i] as Paced;
    let m = 1;
    while (left - m * replicas >= 0 && (sums[i] as Uint8Array)[left - m * replicas] !== 1) m++;
    shares[i] = m;
    left -= m * replicas;
  }
  return shares;
}
