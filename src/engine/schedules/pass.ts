/**
 * Kind of a pass: forward (F), backward for the gradients of the inputs (B), for the gradients of the weights
 * (W), or for both (BW).
 */
export type PassKind = "F" | "B" | "W" | "BW";

/** One pass of one micro-batch through one chunk of a rank. */
export interface PassOf {
  readonly kind: PassKind;
  readonly chunk: number;
  readonly microBatch: number;
  /**
   * True for a forward that runs as a pair with the backward after it in the order. Both start once the inputs
   * of both are ready, and pass their results on once both have ended.
   */
  readonly paired?: boolean;
}

const KINDS: readonly PassKind[] = ["F", "B", "W", "BW"];

/** Code of a forward pass, in the lowest two bits of a pass code. */
export const FORWARD = 0;
/**
 * Code of a backward pass that computes the gradients of the inputs only (B), in the lowest two bits of a pass
 * code.
 */
export const INPUTS = 1;
/** Code of a pass that computes the gradients of the weights only (W), in the lowest two bits of a pass code. */
export const WEIGHTS = 2;
/**
 * Code of a backward pass that computes the gradients of the inputs and of the weights (BW), in the lowest two
 * bits of a pass code.
 */
export const WHOLE = 3;

/**
 * Bit of a pass code that marks a paired pass. Layout of a code: 2 bits of kind, 1 of pairing, 10 of chunk (vpp
 * is at most 1,000), 19 of micro-batch.
 */
const PAIRED = 1 << 2;
/** Position of the chunk's lowest bit in a pass code. */
const CHUNK = 3;
/** Number of chunks that a pass code can distinguish. */
const CHUNKS = 1 << 10;
/** Position of the micro-batch's lowest bit in a pass code. */
const MICRO_BATCH = 13;

/**
 * Encodes a pass as one integer (a pass code), so that orders are flat arrays: half a million passes are 2 MB.
 */
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
