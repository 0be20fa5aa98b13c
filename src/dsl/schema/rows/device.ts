import { bandwidth, bytes, count, rate, ratio, seconds, tags, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";

const peakOf = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: rate,
  unit: "TFLOP/s",
  default: "0 FLOP/s",
  range: [0, null],
  plausible: { most: 1e17, because: "one device reaches some PFLOP/s" },
  example: "312 TFLOP/s",
});

export const deviceTags: readonly RecordRow[] = [
  {
    name: "rates",
    doc: "Peak rates by number format: dense, without structured sparsity, as in the data sheet. 0 where there is none.",
    fields: [
      peakOf("fp32", "Peak rate of fp32 vector units."),
      peakOf("tf32", "Peak rate of tf32 matrix units."),
      peakOf("bf16", "Peak rate of bf16 matrix units."),
      peakOf("fp16", "Peak rate of fp16 matrix units."),
      peakOf("fp8", "Peak rate of fp8 matrix units."),
      peakOf("fp4", "Peak rate of fp4 matrix units (NVFP4, MXFP4)."),
    ],
  },
];

const share = (name: string, doc: string, value: string): FieldRow => ({
  name,
  doc,
  accepts: ratio,
  unit: "%",
  default: value,
  range: [0.01, 1],
  calibrated: [0.05, 1],
  source: "a guess where a device or link was not calibrated; see src/engine/CALIBRATION.md",
  example: value,
});

export const deviceRow: RecordRow = {
  name: "device",
  doc: "An accelerator: one GPU or one TPU chip.",
  fields: [
    {
      name: "architecture",
      doc: "Generation of the processor: how sure an estimate is comes from measured runs on devices of the same one.",
      accepts: words([
        ["none", "not one of these: no measured run stands for it"],
        ["volta", "NVIDIA Volta: V100"],
        ["ampere", "NVIDIA Ampere: A100, A800"],
        ["ada", "NVIDIA Ada Lovelace: L40S"],
        ["hopper", "NVIDIA Hopper: H100, H200, H800, H20, GH200"],
        ["blackwell", "NVIDIA Blackwell: B200, GB200, B300, GB300"],
        ["cdna2", "AMD CDNA 2: MI250X"],
        ["cdna3", "AMD CDNA 3: MI300X, MI325X"],
        ["cdna4", "AMD CDNA 4: MI350X, MI355X"],
        ["tpu_v4", "Google TPU v4"],
        ["tpu_v5e", "Google TPU v5e"],
        ["tpu_v5p", "Google TPU v5p"],
        ["tpu_v6e", "Google TPU v6e"],
      ]),
      default: "none",
      example: "hopper",
    },
    {
      name: "memory",
      doc: "Memory of one device.",
      accepts: bytes,
      unit: "GiB",
      range: [1, null],
      plausible: { least: 2 ** 30, most: 2 ** 40, because: "accelerators have 16 to 288 GB" },
      example: "80 GiB",
    },
    {
      name: "memory_bandwidth",
      doc: "Bandwidth of the device's own memory.",
      accepts: bandwidth,
      unit: "GB/s",
      range: [1, null],
      plausible: { least: 5e10, most: 5e13, because: "device memories move 0.3 to 8 TB/s" },
      example: "3_350 GB/s",
    },
    {
      name: "peak",
      doc: "Peak rates by number format, dense.",
      accepts: tags("rates"),
      example: "rates(bf16 = 989 TFLOP/s)",
    },
    {
      name: "sms",
      doc: "Streaming multiprocessors (or cores): tiles of matrix products are dealt to them in waves.",
      accepts: count(),
      default: "100",
      range: [1, 100_000],
      example: "132",
    },
    {
      name: "power",
      doc: "Power under load, the data sheet's.",
      accepts: { numbers: ["J/s"] },
      unit: "W",
      default: "700 W",
      range: [0, null],
      plausible: { least: 10, most: 10_000, because: "accelerators draw 200 W to 1.4 kW" },
      example: "700 W",
    },
    share("gemm_efficiency", "The share of the peak that the largest matrix products sustain.", "80%"),
    share("memory_efficiency", "The share of the memory bandwidth that streaming kernels reach.", "85%"),
    {
      name: "launch",
      doc: "Time from one kernel to the next when nothing else bounds.",
      accepts: seconds,
      unit: "us",
      default: "4 us",
      range: [0, 1],
      plausible: { most: 1e-3, because: "kernels are launched every few microseconds" },
      calibrated: [1e-7, 2e-4],
      source: "a guess where a device or link was not calibrated; see src/engine/CALIBRATION.md",
      example: "4 us",
    },
    {
      name: "reserved",
      doc: "Memory that is gone before the framework allocates: context, runtime, communication library.",
      accepts: bytes,
      unit: "GiB",
      default: "1 GiB",
      range: [0, null],
      calibrated: [2 ** 26, 2 ** 34],
      example: "1 GiB",
    },
  ],
};
