/**
 * Kind of a pass: forward (F), backward for the gradients of the inputs (B) or of the weights (W), or both
 * gradients (BW).
 */
export type PassKind = "F" | "B" | "W" | "BW";

/** One pass of one micro-batch through one chunk of a rank. */
export interface PassOf {
  readonly kind: PassKind;
  readonly chunk: number;
  readonly microBatch: number;
  /**
   * True for a pass that runs together with the backward after it. Both start once both can, and both pass on
   * their results at the common end.
   */
  readonly paired?: boolean;
}

const KINDS: readonly PassKind[] = ["F", "B", "W", "BW"];

/** Kinds of passes, as the bits of a code. */
export const FORWARD = 0;
export const INPUTS = 1;
export const WEIGHTS = 2;
export const WHOLE = 3;

/**
 * Bit positions in a code: 2 bits of kind, 1 of pairing, 10 of chunk (vpp is at most 1,000), 19 of
 * micro-batch.
 */
const PAIRED = 1 << 2;
const CHUNK = 3;
const CHUNKS = 1 << 10;
const MICRO_BATCH = 13;

/** A pass as one integer, so that orders are flat arrays: half a million passes are 2 MB. */
export function codeOf(kind: number, chunk: number, microBatch: number, paired = false): number {
  return kind | (paired ? PAIRED : 0) | (chunk << CHUNK) | (microBatch << MICRO_BATCH);
}

export const kindOf = (code: number): number => code & 3;
export const isPaired = (code: number): boolean => (code & PAIRED) !== 0;
export const chunkOf = (code: number): number => (code >> CHUNK) & (CHUNKS - 1);
export const microBatchOf = (code: number): number => code >>> MICRO_BATCH;

export function passOf(code: number): PassOf {
  const pass = {
    kind: KINDS[kindOf(code)] ?? "F",
    chunk: chunkOf(code),
    microBatch: microBatchOf(code),
  };
  return isPaired(code) ? { ...pass, paired: true } : pass;
}
