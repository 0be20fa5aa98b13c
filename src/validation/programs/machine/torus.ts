/**
 * Torus of chips: number of dimensions, bandwidth of one link in one direction (GB/s), and number of chips of
 * the largest slice (`pod`).
 */
export interface Torus {
  readonly dimensions: 2 | 3;
  readonly linkGBs: number;
  readonly pod: number;
}

/**
 * Division of chips into equal slices of a torus: number of slices, and chips along each dimension of a slice.
 */
export interface Slices {
  readonly slices: number;
  readonly shape: readonly number[];
}

/**
 * Slices that a cloud allocates for a number of chips when no topology is requested: as close to a square or
 * cube as possible (cloud.google.com/tpu/docs/v4, v5e, v5p, v6e: default topologies, 4 x 4 x 8 for 128 chips
 * of a v5p).
 */
export function slicesOf(devices: number, { dimensions, pod }: Torus): Slices {
  let slices = Math.ceil(devices / pod);
  while (devices % slices !== 0) slices++;
  const shape = nearestToCube(devices / slices, dimensions).filter((length) => length > 1);
  return { slices, shape: shape.length > 0 ? shape : [1] };
}

/**
 * Factorisation of `chips` into `dimensions` lengths, the shortest first, the longest as short as possible.
 */
function nearestToCube(chips: number, dimensions: number): readonly number[] {
  if (dimensions === 1) return [chips];
  let first = Math.floor(chips ** (1 / dimensions) + 1e-9);
  while (chips % first !== 0) first--;
  return [first, ...nearestToCube(chips / first, dimensions - 1)];
}
