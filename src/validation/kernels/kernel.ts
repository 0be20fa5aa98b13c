import type { Dtype } from "../../engine/scenario/precision.ts";
import type { Row } from "../rows/row.ts";

/** Shape of a batched matmul: `batch` times m×k · k×n. */
export interface Matmul {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  /**
   * Bytes that the kernel moves per element of the result. A kernel that accumulates counts the result twice,
   * because it reads and writes it.
   */
  readonly outputBytes: number;
  /** Row lengths of the two operands in memory, in elements. */
  readonly rows: readonly number[];
}

/** Kernel that a table row measured: matmuls, an attention pass, or a streaming (memory-bound) kernel. */
export type Kernel = {
  /** Name of the kernel's group in the scoreboard. */
  readonly label: string;
  readonly dtype: Dtype;
  /** Measured time of all kernels of the row together, in seconds. */
  readonly seconds: number;
} & (
  | {
      readonly kind: "matmuls";
      readonly matmuls: readonly Matmul[];
      /**
       * Number of CUDA streams that the batch's matmuls run on, one kernel each. Absent where the whole batch
       * is one kernel.
       */
      readonly streams?: number;
    }
  | {
      readonly kind: "attention";
      readonly direction: "forward" | "backward";
      readonly sequences: number;
      readonly tokens: number;
      readonly heads: number;
      readonly kvHeads: number;
      /**
       * Mean of the widths of a key head and a value head, which determines the FLOPs of attention's matmuls.
       */
      readonly width: number;
    }
  | {
      readonly kind: "streaming";
      readonly elements: number;
      readonly bytes: number;
      readonly kernels: number;
    }
);

/** Reason why a row cannot be compared. */
export interface NoKernel {
  readonly kind: "unexpressed";
  readonly reason: string;
}

/** True where a row measures a kernel rather than a training run: its cells `kind` and `dtype` are filled. */
export const isKernel = (row: Row): boolean =>
  row.text("kind") !== undefined && row.text("dtype") !== undefined;

/** Reads the kernel that a row measured, or gives the reason why the row cannot be compared. */
export function kernelOf(row: Row): Kernel | NoKernel {
  const kind = row.text("kind") ?? "";
  const dtype = dtypeOf(row.text("dtype") ?? "");
  if (dtype === null) return unexpressed(`number format: ${row.text("dtype") ?? "not stated"}`);
  if (/^attention (fwd|bwd)/.test(kind)) return attentionOf(row, kind, dtype);
  if (/^(softmax|layernorm|gelu)/.test(kind)) return streamingOf(row, kind, dtype);
  if (/gemm|bmm|matmul/i.test(kind)) return productsOf(row, kind, dtype);
  return unexpressed(`kernel: ${kind}`);
}

const unexpressed = (reason: string): NoKernel => ({ kind: "unexpressed", reason });

function dtypeOf(text: string): Dtype | null {
  if (/^(fp8|f8|float8)/i.test(text)) return "fp8";
  if (/^bf16/i.test(text)) return "bf16";
  if (/^(fp16|f16|half)/i.test(text)) return "fp16";
  return /^fp?32/i.test(text) ? "fp32" : null;
}

const BYTES: Readonly<Record<Dtype, number>> = { fp32: 4, tf32: 4, fp16: 2, bf16: 2, fp8: 1, fp4: 0.5 };

function productsOf(row: Row, kind: string, dtype: Dtype): Kernel | NoKernel {
  const [m, n, k] = [row.number("m"), row.number("n"), row.number("k")];
  const groups = row.number("batch_or_groups") ?? 1;
  const seconds = row.number("time_ms");
  const wide = /32/.test(row.text("out_dtype") ?? "");
  const notes = row.text("notes") ?? "";
  // Gradients of expert weights are accumulated (the benchmark's accumulate=True).
  const weights = /bwd_grad_w/.test(notes);
  const written = Math.max(2, BYTES[dtype]);
  const outputBytes = wide ? (dtype === "fp32" ? 4 : 8) : weights ? 2 * written : written;
  const one = (M: number, N: number, K: number, batch = groups): Matmul => ({
    m: M,
    n: N,
    k: K,
    batch,
    outputBytes,
    // The weight gradient contracts over tokens, which are not rows in memory. The rows are as long as the
    // two operands' widths.
    rows: weights ? [M, N] : [N, K],
  });
  let matmuls: readonly Matmul[];
  if (/^swiglu/i.test(kind)) {
    if (n === undefined || k === undefined) return unexpressed("missing: n, k");
    // The source leaves out the number of tokens. The rate hardly depends on it once they are many.
    matmuls = [one(MANY_TOKENS, n, k), one(MANY_TOKENS, n, k), one(MANY_TOKENS, k, n)];
  } else {
    if (m === undefined || n === undefined || k === undefined) return unexpressed("missing: m, n, k");
    if (/grouped gemm mlp/i.test(kind)) return unexpressed("an expert's whole MLP with its dispatch");
    if (/backward/i.test(kind)) matmuls = [one(m, k, n), one(k, n, m)];
    else if (/bwd_grad_act/.test(notes)) matmuls = [one(m, k, n)];
    else if (weights) matmuls = [one(k, n, m)];
    else matmuls = [one(m, n, k)];
  }
  const flops = matmuls.reduce((sum, p) => sum + 2 * p.batch * p.m * p.n * p.k, 0);
  const rate = row.number("tflops");
  if (seconds === undefined && rate === undefined) return unexpressed("nothing measured");
  const label = labelOf(kind, row);
  return {
    kind: "matmuls",
    label,
    dtype,
    matmuls,
    // SimuMax's benchmark calls Transformer Engine's general_grouped_gemm (simu_tools/efficency_test/test_grouped_gemm_efficiency.py).
    ...(/grouped/i.test(kind) && /simumax/i.test(row.source) ? { streams: 4 } : {}),
    seconds: seconds === undefined ? flops / ((rate ?? 1) * 1e12) : seconds / 1e3,
  };
}

const MANY_TOKENS = 16_384;

function labelOf(kind: string, row: Row): string {
  if (/grouped/i.test(kind)) {
    const stage = /stage=(\w+)/.exec(row.text("notes") ?? "")?.[1];
    return stage === undefined ? "grouped gemm" : `grouped gemm, ${STAGES[stage] ?? stage}`;
  }
  const layout = row.text("layout");
  if (/^gemm$/.test(kind) && layout !== undefined) return `gemm, ${LAYOUTS[layout] ?? layout}`;
  return kind;
}

const LAYOUTS: Readonly<Record<string, string>> = {
  TN: "forward (TN)",
  NN: "gradient of the input (NN)",
  NT: "gradient of the weights (NT)",
};
const STAGES: Readonly<Record<string, string>> = {
  fwd: "forward",
  bwd_grad_act: "gradient of the input",
  bwd_grad_w: "gradient of the weights",
};

/**
 * Attention kernel of a row. SimuMax's rates count the whole score matrix although kernels skip half of it.
 * Read as rates of the computed half, its values would exceed the device's peak.
 */
function attentionOf(row: Row, kind: string, dtype: Dtype): Kernel | NoKernel {
  const [tokens, heads, width] = [row.number("m"), row.number("n"), row.number("k")];
  const rate = row.number("tflops");
  if (tokens === undefined || heads === undefined || width === undefined || rate === undefined)
    return unexpressed("missing: m, n, k or tflops");
  const notes = row.text("notes") ?? "";
  const kvHeads = Number(/kv_heads=(\d+)/.exec(notes)?.[1] ?? heads);
  const mean = (width + Number(/v_dim=(\d+)/.exec(notes)?.[1] ?? width)) / 2;
  const direction = /bwd/.test(kind) ? "backward" : "forward";
  const sequences = row.number("batch_or_groups") ?? 1;
  const flops = (direction === "backward" ? 2.5 : 1) * 4 * sequences * tokens ** 2 * heads * mean;
  return {
    kind: "attention",
    label: kind,
    dtype,
    seconds: flops / (rate * 1e12),
    direction,
    sequences,
    tokens,
    heads,
    kvHeads,
    width: mean,
  };
}

/**
 * Memory-bound kernel of a row: softmax, norm or activation, which reads and writes each element once. The
 * table's notes give its rate in 10^9 elements per second, or a cell its time.
 */
function streamingOf(row: Row, kind: string, dtype: Dtype): Kernel | NoKernel {
  const elements = (row.number("m") ?? 0) * (row.number("n") ?? 1);
  const rate = Number(/: ([\d.e+-]+)$/.exec(row.text("notes") ?? "")?.[1] ?? Number.NaN);
  const time = row.number("time_ms") ?? Number.NaN;
  const seconds = rate > 0 ? elements / (rate * 1e9) : time / 1e3;
  if (!(elements > 0) || !(seconds > 0)) return unexpressed("no time or rate");
  return {
    kind: "streaming",
    label: kind,
    dtype,
    seconds,
    elements,
    bytes: 2 * BYTES[dtype],
    kernels: 1,
  };
}
