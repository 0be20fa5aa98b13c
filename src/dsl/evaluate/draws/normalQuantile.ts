/**
 * Quantile of the standard normal distribution. Algorithm AS 241, routine PPND16 (Wichura 1988, Applied Statistics 37,
 * 477-484), with a relative error of about 1e-16.
 */
export function normalQuantile(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE, r)) / polynomial(UNDER_CENTRE, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? share : 1 - share));
  const size =
    r <= 5
      ? polynomial(TAIL, r - 1.6) / polynomial(UNDER_TAIL, r - 1.6)
      : polynomial(FAR, r - 5) / polynomial(UNDER_FAR, r - 5);
  return q < 0 ? -size : size;
}

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] as number);
  return sum;
}

const CENTRE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.693765509461, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const UNDER_CENTRE = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852855,
];
const TAIL = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 7.745450142783414e-4,
];
const UNDER_TAIL = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  5.475938084995345e-4, 1.0507500716444169e-9,
];
const FAR = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const UNDER_FAR = [
  1, 0.5998322065558879, 0.1369298809227358, 0.014875361290850615, 7.868691311456133e-4,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];
