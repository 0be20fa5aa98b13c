import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Gradient compression: bytes sent, work of compressing, and memory of error feedback.

const sent = { ...y.elementBytes, meaning: "bytes sent for a parameter without compression" };
const share = symbol("c_k", "share of the numbers that is sent");
const index = symbol("B_j", "bytes of a number's index", "B");
const senders = symbol("n_I", "ranks with gradients of their own");
const rank = symbol("r_c", "rank of the approximation");
const sides = {
  n_a: { ...y.count, symbol: "n_a", meaning: "rows of a matrix" },
  n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
};
const many = { n: { ...y.count, meaning: "matrices of this shape" } };
const gradient = { ...y.gradientBytes, symbol: "B_g", meaning: "bytes of a gradient" };
const error = symbol("B_d", "bytes of a remembered error, 0 where none is", "B");

export const sparseBytes = formula({
  name: "sparseBytes",
  result: "bytes sent per parameter under top-k: the largest numbers of every rank and their indices",
  unit: "B",
  expression: "n_I*c_k*(B_x + B_j)",
  symbols: { n_I: senders, c_k: share, B_x: sent, B_j: index },
  source:
    "arXiv:1712.01887, algorithm 1; sparse numbers with different indices cannot be reduced on the way, so all are gathered",
  assumes: "no two ranks send the same numbers",
  example: { n_I: 64, c_k: 0.001, B_x: 4, B_j: 4, gives: 0.512 },
});

export const factorNumbers = formula({
  name: "factorNumbers",
  result: "numbers of a low-rank approximation: two factors, or the matrix where they are larger",
  unit: "1",
  expression: "n*min(n_a*n_b, r_c*(n_a + n_b))",
  symbols: { ...many, ...sides, r_c: rank },
  source: "arXiv:1905.13727, algorithm 1",
  example: { n: 2, n_a: 4096, n_b: 1024, r_c: 4, gives: 40960 },
});

export const wholeNumbers = formula({
  name: "wholeNumbers",
  result: "numbers of matrices",
  unit: "1",
  expression: "n*n_a*n_b",
  symbols: { ...many, ...sides },
  source: "definition",
  example: { n: 2, n_a: 4096, n_b: 1024, gives: 8388608 },
});

export const factorBytes = formula({
  name: "factorBytes",
  result: "bytes sent for a parameter, of low-rank factors",
  unit: "B",
  expression: "B_x*n_x/n",
  symbols: {
    B_x: sent,
    n_x: symbol("n_x", "numbers of the factors of a stage's matrices"),
    n: { ...y.count, meaning: "elements of those matrices" },
  },
  source: "arXiv:1905.13727, section 3: factors can be all-reduced like gradients",
  assumes: "embeddings and vectors are compressed by the same ratio as the layers' matrices",
  example: { B_x: 4, n_x: 40960, n: 8388608, gives: 0.01953125 },
});

export const quantisedBytes = formula({
  name: "quantisedBytes",
  result: "bytes sent per quantised parameter, with its part of the block's scale",
  unit: "B",
  expression: "n_b*B_b + B_f/n_j",
  symbols: {
    n_b: { ...y.count, symbol: "n_b", meaning: "bits of a number" },
    B_b: symbol("B_b", "bytes of a bit", "B"),
    B_f: { ...y.floatBytes, meaning: "bytes of a scale" },
    n_j: { ...y.count, symbol: "n_j", meaning: "numbers that share a scale" },
  },
  source: "arXiv:1610.02132, section 3.1",
  assumes:
    "ranks exchange shards by an all-to-all, sum them and gather the sums: as many bytes as an all-reduce (arXiv:2102.02888, section 4.2)",
  example: { n_b: 8, B_b: 0.125, B_f: 4, n_j: 512, gives: 1.0078125 },
});

export const compressionBytes = formula({
  name: "compressionBytes",
  result: "bytes that compressing gradients and writing them back moves",
  unit: "B",
  expression: "(2*B_g + 2*B_d + n_p*max(B_g, B_d))*P",
  symbols: {
    B_g: gradient,
    B_d: error,
    n_p: { ...y.count, symbol: "n_p", meaning: "passes of the method over the gradients" },
    P: { ...y.paramCount, meaning: "parameters on the device" },
  },
  source:
    "definition: gradients and errors are read and written, and the method makes n_p passes over their sum",
  assumes: "kernels run at memory bandwidth; published implementations are much slower (arXiv:2103.00543)",
  example: { B_g: 4, B_d: 4, n_p: 4, P: 1e9, gives: 32e9 },
});

export const gatheredBytes = formula({
  name: "gatheredBytes",
  result: "bytes moved to sum the numbers of all ranks",
  unit: "B",
  expression: "n_I*c_k*(B_x + B_j + 2*B_g)*P",
  symbols: {
    n_I: senders,
    c_k: share,
    B_x: sent,
    B_j: index,
    B_g: gradient,
    P: { ...y.paramCount, meaning: "parameters on the device" },
  },
  source: "definition: each number is read with its index and added to a gradient",
  example: { n_I: 64, c_k: 0.001, B_x: 4, B_j: 4, B_g: 4, P: 1e9, gives: 1.024e9 },
});

export const factorFlops = formula({
  name: "factorFlops",
  result: "FLOPs of a low-rank approximation: three matmuls and an orthogonalisation",
  unit: "FLOP",
  expression: "n*(6*r_c*n_a*n_b + 2*r_c^2*n_a)",
  symbols: { ...many, ...sides, r_c: rank },
  source: "arXiv:1905.13727, algorithm 1: M Q, its columns made orthogonal, M^T P, and P Q^T",
  example: { n: 1, n_a: 4096, n_b: 1024, r_c: 4, gives: 100794368 },
});

export const errorMemory = formula({
  name: "errorMemory",
  result: "bytes of the compression errors that are added to the next gradients",
  unit: "B",
  expression: "B_d*(1 + c_v/n_g)*P",
  symbols: {
    B_d: error,
    c_v: symbol("c_v", "1 if the sums are compressed again with sharded error feedback, else 0"),
    n_g: { ...y.group, symbol: "n_g", meaning: "ranks that share the sums" },
    P: { ...y.paramCount, meaning: "parameters on the device" },
  },
  source:
    "arXiv:1901.09847, algorithm 2 (error feedback); arXiv:2102.02888, section 4.2 (of workers and servers)",
  example: { B_d: 4, c_v: 1, n_g: 64, P: 1e9, gives: 4.0625e9 },
});

export const partOfSteps = formula({
  name: "partOfSteps",
  result: "mean time per step of work that only some steps do",
  unit: "s",
  expression: "c_x*tau",
  symbols: {
    c_x: symbol("c_x", "share of optimizer steps that do the work"),
    tau: { ...y.seconds, meaning: "time of the work in a step that does it" },
  },
  source: "definition",
  example: { c_x: 0.85, tau: 0.1, gives: 0.085 },
});

export const callsOfSteps = formula({
  name: "callsOfSteps",
  result: "calls per step, on average, where only some steps make them",
  unit: "1",
  expression: "c_x*n_c",
  symbols: { c_x: symbol("c_x", "share of optimizer steps that make the calls"), n_c: y.calls },
  source: "definition",
  example: { c_x: 0.85, n_c: 2, gives: 1.7 },
});

export const compressionRatio = formula({
  name: "compressionRatio",
  result: "bytes without compression divided by bytes sent, on average over the steps",
  unit: "1",
  expression: "1/(c_w + (1 - c_w)*B_c/B_x)",
  symbols: {
    c_w: symbol("c_w", "share of the steps before compression begins"),
    B_c: symbol("B_c", "bytes sent for a parameter, compressed", "B"),
    B_x: sent,
  },
  source: "definition",
  example: { c_w: 0.15, B_c: 0.125, B_x: 2, gives: 4.923076923076923 },
});
