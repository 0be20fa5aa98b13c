/**
 * Placement of a model's pieces on the ranks. `loop`: piece c * p + r is chunk c of rank r (arXiv:2104.04473,
 * section 2.2.2). `v`: pieces go from the first rank to the last and back, so that the first rank has both ends
 * of the model (arXiv:2401.10241, section 6). `both_ends`: the whole pipeline twice, the second copy from the
 * last rank to the first (arXiv:2412.19437, figure 5).
 */
export type PlacementKind = "loop" | "v" | "both_ends";

export interface Placement {
  readonly kind: PlacementKind;
  readonly ranks: number;
  readonly chunks: number;
}

/**
 * Number of pieces into which the model's layers are divided. Under placement `both_ends`, each piece is on two
 * ranks.
 */
export function piecesOf({ kind, ranks, chunks }: Placement): number {
  return kind === "both_ends" ? ranks : ranks * chunks;
}

/** Index of the piece of the model's layers that a chunk of a rank holds, in the model's order. */
export function pieceAt(
  { kind, ranks }: Pick<Placement, "kind" | "ranks">,
  rank: number,
  chunk: number,
): number {
  return pieceOn(kind, ranks, rank, chunk);
}

/**
 * Index of the piece of the model's layers that a chunk of a rank holds, in the model's order. Arguments are
 * plain values, because every estimate calls the function for every chunk, and creating objects would cost
 * time.
 */
export function pieceOn(kind: PlacementKind, ranks: number, rank: number, chunk: number): number {
  const back = chunk % 2 === 1;
  if (kind === "both_ends") return back ? ranks - 1 - rank : rank;
  return chunk * ranks + (kind === "v" && back ? ranks - 1 - rank : rank);
}

/**
 * Rank that runs a piece of the model for a micro-batch of `stream`. Only placement `both_ends` has two
 * streams: stream 0 enters at the first rank, stream 1 at the last.
 */
export function rankAt({ kind, ranks }: Placement, piece: number, stream: number): number {
  if (kind === "both_ends") return stream === 0 ? piece : ranks - 1 - piece;
  const place = piece % ranks;
  return kind === "v" && Math.floor(piece / ranks) % 2 === 1 ? ranks - 1 - place : place;
}
