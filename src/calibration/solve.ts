/** Solution x of A x = b for a symmetric positive definite A, by Cholesky decomposition. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const n = right.length;
  const low: number[][] = [];
  const entry = (i: number, j: number) => low[i]?.[j] ?? 0;
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    low.push(row);
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]?.[j] ?? 0;
      for (let k = 0; k < j; k++) rest -= entry(i, k) * entry(j, k);
      row.push(i === j ? Math.sqrt(rest) : rest / entry(j, j));
    }
  }
  const forward: number[] = [];
  for (let i = 0; i < n; i++) {
    let rest = right[i] ?? 0;
    for (let k = 0; k < i; k++) rest -= entry(i, k) * (forward[k] ?? 0);
    forward.push(rest / entry(i, i));
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let rest = forward[i] ?? 0;
    for (let k = i + 1; k < n; k++) rest -= entry(k, i) * (x[k] ?? 0);
    x[i] = rest / entry(i, i);
  }
  return x;
}

/** Inverse of a symmetric positive definite matrix. */
export function inverse(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return matrix.map((row, k) =>
    solve(
      matrix,
      row.map((_, j) => (j === k ? 1 : 0)),
    ),
  );
}
