export interface Device {
  readonly name: string;
  /** Generation of the processor, as the language writes it (`hopper`); null where it is none that was named. */
  readonly architecture: string | null;
  /** Installed, as the data sheet has it. */
  readonly memoryBytes: number;
  /** What the driver leaves to programs, before any of them has a context. */
  readonly usableBytes: number;
  readonly memoryBytesPerSecond: number;
  /** Dense peak rate by dtype, FLOP/s, as in the data sheet. 0 where the device has none. */
  readonly peak: {
    readonly fp32: number;
    readonly tf32: number;
    readonly bf16: number;
    readonly fp16: number;
    readonly fp8: number;
    readonly fp4: number;
  };
  /** Streaming multiprocessors (or cores): waves of tiles are counted on them. */
  readonly sms: number;
  /** Of one multiprocessor, of all together, and behind that, B; null: not known, or none. No formula reads them yet. */
  readonly l1Bytes: number | null;
  readonly l2Bytes: number | null;
  readonly l3Bytes: number | null;
  /** Under full load; while it waits, while its kernels wait for memory, in exposed collectives. */
  readonly powerWatts: number;
  /** That the device is held to. */
  readonly powerLimitWatts: number;
  readonly idleWatts: number;
  readonly streamingWatts: number;
  readonly communicationWatts: number;
  /** CO2e of making it, g; null: not counted. */
  readonly embodiedGrams: number | null;
  /** Calibrated: the share of the peak that the largest matrix products reach, measured alone. */
  readonly gemmEfficiency: number;
  /** Calibrated: the share of the peak that flash attention's forward pass reaches, measured alone. */
  readonly flashEfficiency: number;
  /** Generation of the flash attention kernels that this rate is of, and rows of the score matrix in one of their blocks. */
  readonly flashVersion: number;
  readonly flashBlock: number;
  /** Products in 8 bits read operands along their inner dimension alone: tensors with one scale are written transposed too. */
  readonly fp8Transposes: boolean;
  /** Calibrated: the share of an isolated product's rate that is sustained under the load of training. */
  readonly sustained: number;
  /** Calibrated: the share of the memory bandwidth that streaming kernels reach. */
  readonly memoryEfficiency: number;
  /** Calibrated: how much longer computation takes while communication runs beside it; 1 is not at all. */
  readonly contention: number;
  /** Calibrated: time from one kernel to the next when nothing else bounds, s. */
  readonly launchSeconds: number;
  /** Of its link to the host's memory, per direction, B/s. */
  readonly hostBytesPerSecond: number;
  /** Memory that is gone before the framework allocates (context, runtime), B. */
  readonly reservedBytes: number;
}
