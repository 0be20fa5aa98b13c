import { type SymbolInfo, symbol } from "./symbol.ts";

/**
 * Symbols that several formulas share, each under a letter of its own. A formula may say more closely what a general one means
 * in it, such as `n` (a number of equal parts) or `Q` (bytes). Units are base units. A count has a unit of its own where that
 * helps a reader ("token", "param"), otherwise "1".
 */

// The model
export const layers = symbol("L", "layers");
export const dModel = symbol("h", "hidden size");
export const heads = symbol("a", "attention heads");
export const kvHeads = symbol("a_kv", "key-value heads");
export const dHead = symbol("d_h", "width of a head");
export const dFf = symbol("f", "width of the MLP");
export const vocab = symbol("V", "vocabulary size");
export const maxSeqLen = symbol("s_max", "longest sequence with a learned position", "token");
export const slidingWindow = symbol("w", "tokens that a token attends to", "token");
export const qRank = symbol("r_q", "rank of the query compression");
export const kvRank = symbol("r_kv", "rank of the key-value compression");
export const dRope = symbol("d_r", "width of the rotary part of a head");
export const dV = symbol("d_v", "width of a value head");
export const experts = symbol("n_e", "routed experts of a layer");
export const topK = symbol("k", "routed experts a token visits");
export const expertGroups = symbol("n_G", "groups of a layer's routed experts");
export const topGroups = symbol("k_G", "groups of experts that a token is limited to");
export const moeLayers = symbol("L_e", "layers with experts");
export const localExperts = symbol("n_l", "routed experts of a layer on a device");
export const sharedExperts = symbol("n_h", "shared experts of a layer");
export const places = symbol("n_z", "devices or nodes that hold a token's experts");
export const normVectors = symbol("n_n", "vectors of a norm: scale, and shift for LayerNorm");
export const mlpMatrices = symbol("n_w", "matrices of the MLP: 2, or 3 when gated");
export const upMatrices = symbol("n_u", "input matrices of the MLP: 1, or 2 when gated");
export const paramCount = symbol("P", "parameters", "param");
export const partParams = symbol("P_x", "parameters of one part", "param");
export const sharedExpertParams = symbol("P_h", "parameters of one shared expert", "param");
export const expertParams = symbol("P_e", "parameters of one expert", "param");
export const count = symbol("n", "number of equal parts");

// Images and encoders
export const imagePixels = symbol("n_i", "pixels of an image's side");
export const patchPixels = symbol("n_j", "pixels of a patch's side");
export const channels = symbol("n_ch", "numbers of a pixel");
export const extraTokens = symbol("n_xt", "extra tokens in addition to the patches");
export const keyTokens = symbol("s_k", "tokens that are attended to", "token");
export const encoderTokens = symbol("s_e", "tokens that the encoder reads", "token");

// Recurrent layers
export const recurrentHeads = symbol("a_r", "heads of the recurrence");
export const recurrentWidth = symbol("d_p", "width of a head's values");
export const recurrentGroups = symbol("a_g", "heads of keys and queries");
export const stateWidth = symbol("d_n", "width of a key: rows of a head's state");
export const headScalars = symbol("n_y", "numbers of a token for each head: step sizes, decays");
export const headNumbers = symbol("n_q", "learned numbers of a head: decay, bias, skip");
export const recurrentIn = symbol("N_i", "columns of the input projection");
export const recurrentOut = symbol("N_v", "rows of the output projection");
export const recurrentConvolved = symbol("N_m", "columns that are convolved");
export const convolutionWeights = symbol("w_c", "parameters of a column's convolution");
export const recurrentNorm = symbol("N_n", "gains of the norm before the output projection");
export const stateFlops = symbol("n_f", "FLOPs of a token for each element of the state", "FLOP");
export const mambaWidth = symbol("N_c", "columns of a Mamba mixer");
export const mambaSmall = symbol("N_b", "columns of step sizes, keys and queries");
export const stepRank = symbol("r_t", "rank of the step sizes");
export const scanChunk = symbol("s_c", "tokens of a chunk of the scan", "token");

// The plan
export const seqLen = symbol("s", "tokens in a sequence", "token");
export const microBatch = symbol("b", "sequences in a micro-batch", "sequence");
export const globalBatch = symbol("B", "sequences in a step", "sequence");
export const tp = symbol("t", "tensor parallel degree");
export const pp = symbol("p", "pipeline stages");
export const dp = symbol("d", "data parallel degree");
export const cp = symbol("c", "context parallel degree");
export const ep = symbol("p_e", "expert parallel degree");
export const etp = symbol("t_e", "tensor parallel degree inside an expert");
export const documentTokens = symbol("l_d", "length of the document that a token is in, on average", "token");
export const vpp = symbol("v", "virtual stages per stage");
export const microBatches = symbol("m", "micro-batches per step in each pipeline");
export const stage = symbol("r", "index of the stage, from 0");
export const seqSplit = symbol("t_s", "ways the sequence is split outside the tensor-parallel blocks");
export const shards = symbol("n_s", "ways the state is sharded (ZeRO)");
export const inFlight = symbol("m_r", "micro-batches in flight on the stage");
export const stageLayers = symbol("L_r", "layers of the stage");

// Bytes
export const activationBytes = symbol("B_a", "bytes of an activation", "B");
export const weightBytes = symbol("B_w", "bytes of a weight", "B");
export const gradientBytes = symbol("B_g", "bytes of a gradient", "B");
export const masterBytes = symbol("B_m", "bytes of a weight's fp32 copy", "B");
export const momentBytes = symbol("B_o", "bytes of a moment", "B");
export const moments = symbol("n_o", "moments of the optimizer: Adam 2, momentum 1, SGD 0");
export const maskBytes = symbol("B_k", "bytes of a dropout mask's entry", "B");
export const floatBytes = symbol("B_f", "bytes of an fp32 number", "B");
export const elementPasses = symbol("n_ep", "kernels that pass over all elements");
export const elementRate = symbol(
  "R_x",
  "elements per second that a multiprocessor processes in a kernel with strided operands",
  "1/s",
);
export const elementBytes = symbol("B_x", "bytes the kernel moves for an element", "B");
export const bytes = symbol("Q", "bytes", "B");
export const logitBytes = symbol("B_l", "bytes alive for each logit", "B");
export const copyBytes = symbol("B_cp", "bytes of the copies for each parameter", "B");
export const stepBytes = symbol("Q_s", "memory used only during the optimizer's step", "B");
export const deviceBytes = symbol("Q_d", "usable memory of the device", "B");
export const communicatorBytes = symbol("B_c", "memory of one communicator", "B");
export const fragmentation = symbol("phi", "share that the allocator holds and cannot use");
export const fixedBytes = symbol("Q_f", "memory the allocator cannot release", "B");
export const passesAhead = symbol("n_a", "passes that the host launches ahead");
export const runAhead = symbol("n_run", "tensors that the framework's host runs ahead by");
export const offloadedLayers = symbol("n_off", "layers of a device whose activations are offloaded");
export const hostRate = symbol("R_h", "bandwidth to the host's memory, per direction", "B/s");
export const hostMemoryRate = symbol("W_h", "bandwidth of the host's memory", "B/s");
export const hostEfficiency = symbol("eta_h", "share of the host's memory bandwidth that an update reaches");
export const driveBytes = symbol("Q_v", "capacity of a drive", "B");
export const driveReadRate = symbol("W_r", "read bandwidth of a drive", "B/s");
export const driveWriteRate = symbol("W_v", "write bandwidth of a drive", "B/s");
export const layerBytes = symbol("Q_l", "bytes of one layer", "B");

// Kernels
export const rowsM = symbol("M", "rows of the matmul's result");
export const columnsN = symbol("N", "columns of the matmul's result");
export const innerK = symbol("K", "inner dimension of the matmul");
export const batch = symbol("n_b", "matmuls in one kernel");
export const tileM = symbol("T_m", "rows of a tile");
export const tileN = symbol("T_n", "columns of a tile");
export const innerRamp = symbol(
  "K_0",
  "cost of starting and ending a tile, as an equivalent inner dimension",
);
export const sms = symbol("n_sm", "streaming multiprocessors of the device");
export const tiles = symbol("n_t", "tiles of the matmul");
export const waves = symbol("n_v", "waves of tiles over the device");
export const peakRate = symbol("R", "peak rate of the device in this dtype", "FLOP/s");
export const wideRate = symbol("R_w", "peak rate of the device in bf16", "FLOP/s");
export const fp4Efficiency = symbol(
  "eta_4",
  "rate of matmuls in 4 bits as a share of what other formats reach",
);
export const gemmEfficiency = symbol("eta_c", "share of the peak that the largest matmuls sustain");
export const memoryRate = symbol("W", "memory bandwidth of the device", "B/s");
export const memoryEfficiency = symbol("eta_m", "share of the memory bandwidth that kernels reach");
export const launchTime = symbol("tau_l", "time between kernel launches", "s");
export const computeTime = symbol("tau_c", "time the arithmetic takes", "s");
export const memoryTime = symbol("tau_m", "time the bytes take", "s");
export const elements = symbol("n_x", "elements");
export const splits = symbol("n_sp", "parts that the inner dimension is split into");
export const leastSplit = symbol("K_s", "least inner dimension of a part");
export const quantisation = symbol("c_q", "share of a last wave's idle multiprocessors that costs time");
export const feedIntensity = symbol("I_0", "multiply-adds for each number read below which tiles starve");
export const largestIntensity = symbol("I_t", "multiply-adds for each number read of the largest tiles");
export const tileRate = symbol("c_t", "rate of the tiles divided by rate of the largest tiles");
export const alignedRate = symbol("c_l", "rate of matmuls with this alignment of rows in memory");
export const sustained = symbol("c_s", "share of the isolated rate that is sustained under load");
export const kernelStart = symbol("tau_0", "time of a kernel's start and end", "s");
export const tailTime = symbol("tau_tail", "time of the bytes that follow the arithmetic", "s");
export const tailShare = symbol("c_e", "share of an accumulated result's bytes that are not hidden");
export const outputBytes = symbol("B_y", "bytes moved for an element of the result", "B");
export const softmaxWidth = symbol("d_0", "cost of the softmax, as an equivalent head width");
export const wideSoftmaxWidth = symbol("d_1", "cost of the softmax in 16 bits, as an equivalent head width");
export const generationRate = symbol(
  "c_gen",
  "rate of the kernel's generation divided by rate of the device's generation",
);
export const widthShare = symbol("c_d", "rate at this width of a head divided by rate at width 128");
export const tilesEach = symbol("n_te", "tiles for each multiprocessor");
export const passes = symbol("n_p", "FLOPs divided by FLOPs of the forward pass");
export const flashEfficiency = symbol("eta_f", "share of the peak that flash attention reaches");
export const keyPasses = symbol("n_pk", "matmuls as wide as the keys");
export const valuePasses = symbol("n_pv", "matmuls as wide as the values");
export const causal = symbol("c_a", "share of the score matrix that is computed");
export const windowRow = symbol("c_w", "share of a row of scores that the longest row of blocks computes");

// Communication
/** A general symbol with the meaning that it has in collectives. */
export const group: SymbolInfo = { ...count, meaning: "ranks of the group" };
export const domains = symbol("n_D", "scale-up domains that the group reaches");
export const domainDevices = symbol("n_M", "devices of a scale-up domain");
export const latency = symbol("alpha", "latency of a hop", "s");
export const outLatency = symbol("alpha_o", "latency of a hop between domains", "s");
export const protocolLatency = symbol("alpha_p", "extra latency of a hop under the protocol", "s");
export const protocolShare = symbol("c_pr", "share of the rate that the protocol carries as payload");
export const baseLatency = symbol("tau_b", "time before the first hop", "s");
export const hopsTime = symbol("tau_a", "latencies of the hops", "s");
export const wireTime = symbol("tau_w", "transfer time of the bytes over the slowest link", "s");
export const linkRate = symbol("W_l", "bandwidth of a device's links, one direction", "B/s");
export const linkEfficiency = symbol("eta_l", "share of the bandwidth that large collectives reach");
export const switchEfficiency = symbol("eta_s", "share of the rate that reductions in the switches reach");
export const rings = symbol("n_R", "rings through the group, each on links of its own");
export const longest = symbol("n_tor", "devices along the longest dimension of the torus");
export const deviceLinks = symbol("n_L", "links of a device");
export const nicRate = symbol("W_n", "bandwidth of a NIC, one direction", "B/s");
export const nics = symbol("n_nic", "NICs of a node");
export const nodeDevices = symbol("n_d", "devices of a node");
export const senders = symbol("n_snd", "devices of a node that send at once");
export const oversubscription = symbol("o", "oversubscription of the fabric");
export const taper = symbol("o_p", "oversubscription between pods, or global taper of a dragonfly");
export const blocks = symbol("n_K", "blocks of the fabric that the group reaches");
export const blockDevices = symbol("n_k", "devices of a block of the fabric or of a node");
export const sharedLink = symbol(
  "W_k",
  "bandwidth of a link that the devices of a block share, one direction",
  "B/s",
);
export const blockRate = symbol("beta_k", "a device's share of the bandwidth out of its block", "B/s");
export const siteBandwidth = symbol("W_w", "bandwidth of a site to the others, one direction", "B/s");
export const siteLatency = symbol("alpha_w", "latency between two sites", "s");
export const groupRate = symbol("beta", "bytes a rank sends per second", "B/s");
export const outRate = symbol("beta_o", "bytes a rank sends per second between domains", "B/s");
/** A general symbol with the meaning that it has in collectives. */
export const payload: SymbolInfo = { ...bytes, meaning: "payload" };
export const calls = symbol("n_c", "calls per step", "1");

// Time
export const seconds = symbol("tau", "time", "s");
export const hideTime = symbol("tau_h", "computation that communication can overlap", "s");
export const commTime = symbol("tau_x", "communication", "s");
export const contention = symbol("kappa", "slowdown of computation that overlaps communication");
export const bucket = symbol("Q_b", "bytes of a bucket, at least", "B");
export const bucketRank = symbol("Q_r", "bytes of a bucket for each data-parallel rank, at least", "B");
export const ranks = symbol("n_r", "ranks that the host deals with in a call");
export const callTime = symbol("tau_k", "host time of a collective call", "s");
export const rankTime = symbol("tau_r", "host time of a collective call for each rank", "s");
export const exposedShare = symbol("c_x", "share that cannot be hidden");
export const stepTime = symbol("T", "step time", "s");
export const devices = symbol("n_g", "devices", "GPU");

// Work
export const flops = symbol("C", "FLOPs", "FLOP");
export const layerFlops = symbol("C_l", "FLOPs of the layers forward, one sequence", "FLOP");
export const coreFlops = symbol("C_a", "FLOPs of the attention core forward, one sequence", "FLOP");
export const headFlops = symbol("C_v", "FLOPs of the language-model head forward, one sequence", "FLOP");

// The run
export const tokens = symbol("n_T", "token budget", "token");
export const steps = symbol("n_S", "optimizer steps");
export const goodput = symbol("g", "share of time that becomes progress");
export const price = symbol("c_g", "price of a device-second", "$/GPU/s");
export const deviceSeconds = symbol("T_g", "device time", "s");
export const deviceMtbf = symbol("M_g", "mean time between failures of one device", "s");
export const mtbf = symbol("M_c", "mean time between failures of the cluster", "s");
export const failureRate = symbol("nu", "failure rate", "1/s");
export const kindRate = symbol("nu_x", "failure rate of one kind", "1/s");
export const nodeRate = symbol("nu_h", "rate of failures that take a node out", "1/s");
export const nodes = symbol("n_N", "nodes");
export const repair = symbol("D_r", "time until a failed node is back", "s");
export const load = symbol("E_r", "nodes in repair on average, if the run never had to wait for one");
export const kindRecovery = symbol("R_k", "recovery time after a failure of the kind", "s");
export const restart = symbol("R_s", "time from a failure until training resumes", "s");
export const checkpointTime = symbol("C_k", "time a checkpoint pauses training", "s");
export const unsafeTime = symbol("D_w", "further time until the checkpoint is safe", "s");
export const interval = symbol("tau_i", "training time between checkpoints", "s");
export const storageRate = symbol("W_s", "bandwidth of the shared storage", "B/s");
export const rankBytes = symbol("Q_h", "bytes of the device that saves most", "B");
export const nodeRateOut = symbol("W_N", "bandwidth out of a node", "B/s");
export const changed = symbol("c_f", "share of the state that a checkpoint writes, on average");
export const lost = symbol("p_l", "share of failures that lose the checkpoints in memory");
export const memoryLost = symbol("q_l", "probability that a failure, or one during its recovery, loses them");
export const persisted = symbol("K_p", "checkpoints in memory per checkpoint copied to storage");
export const training = symbol("U", "training without failures", "s");
export const wall = symbol("A", "wall-clock time", "s");

// Data
export const idBytes = symbol("B_i", "bytes of a token's id", "B");
export const sampleBytes = symbol("Q_x", "bytes of a sequence in addition to its token ids", "B");
export const sequenceBytes = symbol("Q_e", "bytes of a sequence as it is stored", "B");
export const uniqueTokens = symbol("n_uq", "tokens of the data set", "token");

// Power, energy, carbon
export const fullPower = symbol("w_f", "power of a device under full load", "J/s");
export const statePower = symbol("w_y", "power of a device in this state", "J/s");
export const idlePower = symbol("w_i", "power of an idle device", "J/s");
export const hostPower = symbol("w_h", "power of a node without its devices", "J/s");
export const networkPower = symbol("w_n", "power of switches and optics for each device", "J/s");
export const machinePower = symbol("w_m", "power of the machines", "J/s");
export const pue = symbol("c_pue", "power usage effectiveness of the site");
export const fullRateTime = symbol("tau_full", "time of a step's arithmetic at the full rate", "s");
export const kernelTime = symbol("tau_ker", "time in kernels, the optimizer's too", "s");
export const exposedTime = symbol("tau_ex", "exposed communication", "s");
export const energy = symbol("E", "energy", "J");
export const carbonIntensity = symbol("c_c", "CO2e of electricity", "g/J");
export const waterIntensity = symbol("c_wat", "water for the machines' energy", "g/J");
export const embodied = symbol("m_e", "CO2e of making a device or node", "g");
export const lifetime = symbol("tau_life", "time in service", "s");
export const usage = symbol("c_u", "share of the service life with work");

// Money
export const capex = symbol(
  "c_buy",
  "purchase price of a device with its share of node, network and building",
  "$/GPU",
);
export const residualValue = symbol("c_v", "residual value, as a share of the purchase price");
export const interest = symbol("c_i", "yearly interest");
export const year = symbol("tau_y", "a year", "s");
export const upkeep = symbol("c_k", "yearly repairs and support, as a share of the purchase price");
export const hosting = symbol(
  "c_h",
  "price of room and power supply per unit of energy at full power",
  "$/J",
);
export const electricity = symbol("c_el", "price of electricity", "$/J");
export const keptBytes = symbol("Q_k", "bytes in storage: data and checkpoints", "B");
export const storagePrice = symbol("c_b", "price of storage per byte and second", "$/B/s");
export const transferPrice = symbol("c_tr", "price of transfer per byte", "$/B");
export const pay = symbol("c_pay", "cost of staff", "$/s");

// Uncertainty
export const residual = symbol("r_res", "quantile of log(measured / predicted) over runs of the same kind");
export const utilisation = symbol("eta_u", "share of the peak rate");
export const tokenRate = symbol("W_t", "tokens trained per second", "token/s");
export const cost = symbol("c_r", "cost of the run", "$");
