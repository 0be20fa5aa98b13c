/** Bytes that one number takes in each number format, by the format's name (2 for `bf16`). */
export const BYTES: ReadonlyMap<string, number> = new Map([
  ["fp32", 4],
  ["bf16", 2],
  ["fp16", 2],
  ["fp8", 1],
  ["fp4", 0.5],
  ["mxfp8", 1 + 1 / 32],
  ["nvfp4", 0.5 + 1 / 16],
  ["mxfp4", 0.5 + 1 / 32],
  ["e5m6", 1.5],
  ["none", 0],
]);
