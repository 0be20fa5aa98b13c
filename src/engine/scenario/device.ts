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
  /** Number of streaming multiprocessors (or cores). The tiles of a matmul run on them in waves. */
  readonly sms: number;
  /** First-level cache of one multiprocessor, B; null where unknown or absent. No formula reads it yet. */
  readonly l1Bytes: number | null;
  /**
   * Second-level cache shared by all multiprocessors, B; null where unknown or absent. No formula reads it yet.
   */
  readonly l2Bytes: number | null;
  /**
   * Third-level cache shared by all multiprocessors, B; null where unknown or absent. No formula reads it yet.
   */
  readonly l3Bytes: number | null;
  /** Power of one device under full load, W. */
  readonly powerWatts: number;
  /** Power limit of one device, W. Below `powerWatts` the clock drops and computation takes longer. */
  readonly powerLimitWatts: number;
  /** Power of one idle device, W. */
  readonly idleWatts: number;
  /** Power of one device while its kernels wait for memory, W. */
  readonly streamingWatts: number;
  /** Power of one device during exposed communication, W. */
  readonly communicationWatts: number;
  /** CO2e of manufacturing one device, g; null where it is not counted. */
  readonly embodiedGrams: number | null;
  /** Calibrated share of the peak rate that the largest matmuls reach when they run alone. */
  readonly gemmEfficiency: number;
  /** Calibrated rate of the largest 4-bit matmuls ÷ the rate that `gemmEfficiency` gives for them. */
  readonly fp4Efficiency: number;
  /** Calibrated share of the peak rate that flash attention's forward kernel reaches when it runs alone. */
  readonly flashEfficiency: number;
  /** Generation of the flash attention kernels with which `flashEfficiency` was measured. */
  readonly flashVersion: number;
  /** Rows of the score matrix in one block of the device's flash attention kernels. */
  readonly flashBlock: number;
  /** Width of a head for which the matmuls of 16-bit flash attention take as long as its softmax. */
  readonly softmaxWidth: number;
  /**
   * True where 8-bit matmuls read operands only along their inner dimension. Tensors with a single scale are
   * then also written transposed.
   */
  readonly fp8Transposes: boolean;
  /** Rate of matmuls with 2:4 sparse weights ÷ rate of dense ones. */
  readonly sparseSpeedup: number;
  /**
   * Calibrated share of an isolated matmul's rate that the device sustains during training, when power limits
   * its clock.
   */
  readonly sustained: number;
  /** Calibrated share of the memory bandwidth that streaming kernels reach. */
  readonly memoryEfficiency: number;
  /**
   * Calibrated time of computation that overlaps communication ÷ the time of that computation alone; 1 for no
   * slowdown.
   */
  readonly contention: number;
  /**
   * Calibrated time of computation that overlaps a send between pipeline stages ÷ the time of that computation alone;
   * 1 for no slowdown.
   */
  readonly sendContention: number;
  /** Calibrated shortest time from one kernel launch to the next, s. */
  readonly launchSeconds: number;
  /** Rate of the link between the device and host memory, for each direction, B/s. */
  readonly hostBytesPerSecond: number;
  /** Usable memory that is taken before the framework allocates, B: context, runtime, communication library. */
  readonly reservedBytes: number;
}
