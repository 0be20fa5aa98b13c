/**
 * Generating vector of an embedded rank-1 lattice for powers of two up to 2^20 points, with all pairs of coordinates spread
 * evenly (order-2 weights): Cools, Kuo, Nuyens 2006, "Constructing embedded lattice rules for multivariate integration", SIAM
 * J. Sci. Comput. 28(6), 2162-2188; the authors' file exod2_base2_m20_CKN, its first coordinates.
 */
const GENERATOR = [
  1, 182667, 469891, 498753, 110745, 446247, 250185, 118627, 245333, 283199, 408519, 391023, 246327, 126539,
  399185, 461527, 300343, 69681, 516695, 436179, 106383, 238523, 413283, 70841, 47719, 300129, 113029, 123925,
  410745, 211325, 17489, 511893, 40767, 186077, 519471, 255369, 101819, 243573, 66189, 152143, 503455, 113217,
  132603, 463967, 297717, 157383, 224015, 502917, 36237, 94049, 170665, 79397, 123963, 223451, 323871, 303633,
  98567, 318855, 494245, 477137, 177975, 64483, 26695, 88779, 94497, 239429, 381007, 110205, 339157, 73397,
  407559, 181791, 442675, 301397, 32569, 147737, 189949, 138655, 350241, 63371, 511925, 515861, 434045,
  383435,
] as const;

/** Number of coordinates that the lattice has. */
export const MOST_COORDINATES = GENERATOR.length;

/** Fractional part of the golden ratio, whose multiples shift the coordinates away from each other. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * One coordinate of the first `count` points, a power of two: each midpoint of `count` equal parts of (0, 1) once. Symmetric
 * distributions therefore keep their mean and median exactly. Coordinates that the lattice does not have are shuffled instead, as
 * in Latin hypercube sampling (McKay, Beckman, Conover 1979, Technometrics 21, 239-245).
 */
export function latticeCoordinate(coordinate: number, count: number): Float64Array {
  const step = GENERATOR[coordinate];
  const shift = Math.floor(count * ((coordinate * GOLDEN) % 1));
  const points = new Float64Array(count);
  for (let i = 0; i < count; i++) points[i] = (((i * (step ?? 1) + shift) % count) + 0.5) / count;
  return step === undefined ? shuffled(points, coordinate) : points;
}

/** Shuffles numbers in place with a fixed seed: the generator mulberry32 (T. Ettinger), and the shuffle of Fisher and Yates. */
function shuffled(points: Float64Array, seed: number): Float64Array {
  let state = seed;
  for (let i = points.length - 1; i > 0; i--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const at = ((mixed ^ (mixed >>> 14)) >>> 0) % (i + 1);
    const [one, other] = [points[i] as number, points[at] as number];
    points[i] = other;
    points[at] = one;
  }
  return points;
}
