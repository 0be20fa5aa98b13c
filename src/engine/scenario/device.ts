export interface Device {
  readonly name: string;
  /** Generation of the device in the language, such as `hopper`; null where none is given. */
  readonly architecture: string | null;
  /** Memory of one device by the data sheet, B. */
  readonly memoryBytes: number;
  /** Memory that the driver leaves to programs, B. It includes the context of a program (`reservedBytes`). */
  readonly usableBytes: number;
  readonly memoryBytesPerSecond: number;
  /**
   * Dense peak rate for each number format by the data sheet, FLOP/s; 0 where the device does not support the
   * format.
   */
  readonly peak: {
    readonly fp32: number;
    readonly tf32: number;
    readonly bf16: number;
    readonly fp16: number;
    readonly fp8: number;
    readonly fp4: number;
  };
  /** Streaming multiprocessors (or cores), over which waves of tiles are counted. */
  readonly sms: number;
  /**
   * First-level cache of one multiprocessor, B; `l2Bytes` and `l3Bytes` are shared by all. null where unknown
   * or absent. No formula reads them yet.
   */
  readonly l1Bytes: number | null;
  readonly l2Bytes: number | null;
  readonly l3Bytes: number | null;
  /**
   * Power under full load, W. The fields below give it while idle, while kernels wait for memory, and in
   * exposed collectives.
   */
  readonly powerWatts: number;
  /** Power limit of the device, W. */
  readonly powerLimitWatts: number;
  readonly idleWatts: number;
  readonly streamingWatts: number;
  readonly communicationWatts: number;
  /** CO2e of making the device, g; null where not counted. */
  readonly embodiedGrams: number | null;
  /** Calibrated: the share of the peak that the largest matmuls reach, measured alone. */
  readonly gemmEfficiency: number;
  /** Calibrated: rate of the largest matmuls in 4 bits, as a share of what `gemmEfficiency` gives. */
  readonly fp4Efficiency: number;
  /** Calibrated: the share of the peak that flash attention's forward pass reaches, measured alone. */
  readonly flashEfficiency: number;
  /**
   * Generation of the flash attention kernels that `flashEfficiency` belongs to. `flashBlock` is the rows of
   * the score matrix in one of their blocks.
   */
  readonly flashVersion: number;
  readonly flashBlock: number;
  /**
   * True where 8-bit matmuls read operands only along their inner dimension, so tensors with one scale are
   * also written transposed.
   */
  readonly fp8Transposes: boolean;
  /** Calibrated: the share of an isolated matmul's rate that is sustained under the load of training. */
  readonly sustained: number;
  /** Calibrated: the share of the memory bandwidth that streaming kernels reach. */
  readonly memoryEfficiency: number;
  /** Calibrated: time of computation that overlaps communication ÷ its time alone; 1 for no slowdown. */
  readonly contention: number;
  /** Calibrated: time between successive kernel launches when nothing else limits, s. */
  readonly launchSeconds: number;
  /** Rate of the device's link to host memory, for each direction, B/s. */
  readonly hostBytesPerSecond: number;
  /** Memory used before the framework allocates (context, runtime), B. */
  readonly reservedBytes: number;
}
