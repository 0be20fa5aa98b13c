import { type SymbolInfo, symbol } from "./symbol.ts";

// Symbols that several formulas share, each under a letter of its own. A formula may give a general symbol,
// such as `n` (a number of identical parts) or `Q` (bytes), a more specific meaning. Units are base units. A
// count has a unit of its own where that helps a reader ("token", "param"), otherwise "1".

// The model
export const layers = symbol("L", "number of layers");
export const dModel = symbol("h", "hidden size");
export const heads = symbol("a", "number of attention heads");
export const kvHeads = symbol("a_kv", "number of key-value heads");
export const dHead = symbol("d_h", "width of an attention head");
export const dFf = symbol("f", "intermediate width of an MLP");
export const vocab = symbol("V", "vocabulary size");
export const maxSeqLen = symbol("s_max", "longest sequence that learned position embeddings cover", "token");
export const slidingWindow = symbol("w", "attention window: keys that each token attends to", "token");
export const qRank = symbol("r_q", "rank of the compressed queries (latent attention)");
export const kvRank = symbol("r_kv", "rank of the compressed keys and values (latent attention)");
export const dRope = symbol("d_r", "width of the rotary part of an attention head");
export const dV = symbol("d_v", "width of a head's values");
export const experts = symbol("n_e", "number of routed experts in a layer");
export const topK = symbol("k", "routed experts that each token is sent to (top-k)");
export const expertGroups = symbol("n_G", "groups that a layer's routed experts form");
export const topGroups = symbol("k_G", "expert groups that the router may choose for a token");
export const moeLayers = symbol("L_e", "number of mixture-of-experts layers");
export const localExperts = symbol("n_l", "routed experts of one layer on one device");
export const sharedExperts = symbol("n_h", "number of shared experts in a layer");
export const places = symbol("n_z", "devices or nodes that hold a token's experts");
export const normVectors = symbol("n_n", "parameter vectors of a norm: RMSNorm 1, LayerNorm 2");
export const mlpMatrices = symbol("n_w", "weight matrices of an MLP: 2, or 3 when gated");
export const upMatrices = symbol("n_u", "input weight matrices of an MLP: 1, or 2 when gated");
export const paramCount = symbol("P", "number of parameters", "param");
export const partParams = symbol("P_x", "number of parameters of a part of the model", "param");
export const sharedExpertParams = symbol("P_h", "number of parameters of one shared expert", "param");
export const expertParams = symbol("P_e", "number of parameters of one routed expert", "param");
export const count = symbol("n", "number of identical parts");

// Images and encoders
export const imagePixels = symbol("n_i", "pixels along an image's side");
export const patchPixels = symbol("n_j", "pixels along a patch's side");
export const channels = symbol("n_ch", "colour channels of a pixel");
export const extraTokens = symbol("n_xt", "extra tokens of an image in addition to its patches");
export const keyTokens = symbol("s_k", "tokens whose keys each query attends to", "token");
export const encoderTokens = symbol("s_e", "tokens in the encoder's input", "token");

// Recurrent layers
export const recurrentHeads = symbol("a_r", "heads of the recurrent layer");
export const recurrentWidth = symbol("d_p", "width of a recurrent head's values");
export const recurrentGroups = symbol("a_g", "key and query heads of the recurrent layer");
export const stateWidth = symbol("d_n", "width of a recurrent key: rows of a head's state");
export const headScalars = symbol("n_y", "scalars per token and recurrent head: step sizes, decays");
export const headNumbers = symbol("n_q", "learned scalars of a recurrent head: decay, bias, skip");
export const recurrentIn = symbol("N_i", "columns of the recurrent layer's input projection");
export const recurrentOut = symbol("N_v", "rows of the recurrent layer's output projection");
export const recurrentConvolved = symbol("N_m", "columns of the recurrent layer's convolution");
export const convolutionWeights = symbol("w_c", "convolution weights per column of the recurrent layer");
export const recurrentNorm = symbol(
  "N_n",
  "gains of the recurrent layer's norm before its output projection",
);
export const stateFlops = symbol("n_f", "FLOPs per token and element of the recurrent state", "FLOP");
export const mambaWidth = symbol("N_c", "inner width of a Mamba mixer");
export const mambaSmall = symbol("N_b", "columns of a Mamba mixer's step sizes, keys and queries");
export const stepRank = symbol("r_t", "rank of a Mamba mixer's step-size projection");
export const scanChunk = symbol("s_c", "tokens in a chunk of the recurrent scan", "token");

// The plan
export const seqLen = symbol("s", "tokens in a training sequence", "token");
export const microBatch = symbol("b", "sequences in a micro-batch", "sequence");
export const globalBatch = symbol("B", "sequences in the global batch of a step", "sequence");
export const tp = symbol("t", "tensor-parallel degree");
export const pp = symbol("p", "number of pipeline stages");
export const dp = symbol("d", "data-parallel degree: number of replicas");
export const cp = symbol("c", "context-parallel degree");
export const ep = symbol("p_e", "expert-parallel degree");
export const etp = symbol("t_e", "tensor-parallel degree of the routed experts");
export const documentTokens = symbol("l_d", "mean length of the document that a token belongs to", "token");
export const vpp = symbol("v", "virtual stages (chunks of layers) per pipeline stage");
export const microBatches = symbol("m", "micro-batches per pipeline in a step");
export const stage = symbol("r", "index of the pipeline stage, from 0");
export const seqSplit = symbol("t_s", "ranks that shard the sequence outside tensor-parallel blocks");
export const shards = symbol("n_s", "ranks that shard the training state (ZeRO)");
export const inFlight = symbol("m_r", "micro-batches in flight on the pipeline stage");
export const stageLayers = symbol("L_r", "layers of the pipeline stage");

// Bytes
export const activationBytes = symbol("B_a", "bytes per element of an activation tensor", "B");
export const weightBytes = symbol("B_w", "bytes per weight", "B");
export const gradientBytes = symbol("B_g", "bytes per gradient element", "B");
export const masterBytes = symbol("B_m", "bytes per parameter of the optimizer's fp32 weight copy", "B");
export const momentBytes = symbol("B_o", "bytes per parameter of one optimizer moment", "B");
export const moments = symbol("n_o", "optimizer moments per parameter: Adam 2, momentum 1, SGD 0");
export const maskBytes = symbol("B_k", "bytes per element of a dropout mask", "B");
export const floatBytes = symbol("B_f", "bytes of an fp32 number", "B");
export const elementPasses = symbol("n_ep", "kernels that each read all of a tensor's elements");
export const elementRate = symbol(
  "R_x",
  "elements per second that a multiprocessor processes in a kernel with strided operands",
  "1/s",
);
export const elementBytes = symbol("B_x", "bytes that a kernel reads and writes per element", "B");
export const bytes = symbol("Q", "number of bytes", "B");
export const logitBytes = symbol("B_l", "bytes held per logit by the logits and the loss", "B");
export const copyBytes = symbol("B_cp", "bytes per parameter of the optimizer step's temporary copies", "B");
export const stepBytes = symbol("Q_s", "memory used only during the optimizer's step", "B");
export const deviceBytes = symbol("Q_d", "memory of the device that programs can use", "B");
export const communicatorBytes = symbol("B_c", "memory of one communicator (collective library)", "B");
export const fragmentation = symbol("phi", "share of allocated memory lost to fragmentation");
export const fixedBytes = symbol("Q_f", "device memory that the allocator cannot release", "B");
export const passesAhead = symbol("n_a", "forward or backward passes that the host launches ahead");
export const runAhead = symbol("n_run", "tensors by which the host runs ahead of the device");
export const offloadedLayers = symbol("n_off", "layers of a device whose activations are offloaded");
export const hostRate = symbol("R_h", "bandwidth from device to host memory, per direction", "B/s");
export const hostMemoryRate = symbol("W_h", "bandwidth of the host's memory", "B/s");
export const hostEfficiency = symbol(
  "eta_h",
  "share of the host's memory bandwidth that an optimizer update reaches",
);
export const driveBytes = symbol("Q_v", "capacity of an NVMe drive", "B");
export const driveReadRate = symbol("W_r", "read bandwidth of an NVMe drive", "B/s");
export const driveWriteRate = symbol("W_v", "write bandwidth of an NVMe drive", "B/s");
export const layerBytes = symbol("Q_l", "saved activations of one layer and micro-batch", "B");

// Kernels
export const rowsM = symbol("M", "rows of the matmul's result");
export const columnsN = symbol("N", "columns of the matmul's result");
export const innerK = symbol("K", "inner dimension of the matmul");
export const batch = symbol("n_b", "matmuls that one batched kernel computes");
export const tileM = symbol("T_m", "rows of a matmul kernel's tile");
export const tileN = symbol("T_n", "columns of a matmul kernel's tile");
export const innerRamp = symbol(
  "K_0",
  "cost of starting and ending a matmul tile, as an equivalent inner dimension",
);
export const sms = symbol("n_sm", "streaming multiprocessors of the device");
export const tiles = symbol("n_t", "tiles of the matmul's result");
export const waves = symbol("n_v", "waves of a matmul's tiles over the multiprocessors");
export const peakRate = symbol(
  "R",
  "data-sheet FLOP/s of the device in the matmul's number format",
  "FLOP/s",
);
export const wideRate = symbol("R_w", "data-sheet FLOP/s of the device in bf16", "FLOP/s");
export const fp4Efficiency = symbol(
  "eta_4",
  "rate of matmuls in 4 bits as a share of what other formats reach",
);
export const gemmEfficiency = symbol("eta_c", "share of the peak FLOP/s that the largest matmuls sustain");
export const memoryRate = symbol("W", "memory bandwidth of the device", "B/s");
export const memoryEfficiency = symbol("eta_m", "share of the device's memory bandwidth that kernels reach");
export const launchTime = symbol("tau_l", "host time per kernel launch", "s");
export const computeTime = symbol("tau_c", "time of a kernel's arithmetic", "s");
export const memoryTime = symbol("tau_m", "time to move a kernel's bytes to and from device memory", "s");
export const elements = symbol("n_x", "elements of the tensor");
export const splits = symbol("n_sp", "parts that a matmul's inner dimension is split into");
export const leastSplit = symbol("K_s", "least inner dimension of a matmul's part (split-K)");
export const quantisation = symbol("c_q", "share of a matmul's last-wave idle time that counts");
export const feedIntensity = symbol("I_0", "multiply-adds per number read below which matmul tiles starve");
export const largestIntensity = symbol("I_t", "multiply-adds per number read in the largest matmul tiles");
export const tileRate = symbol("c_t", "FLOP/s of the chosen matmul tiles relative to the largest tiles");
export const alignedRate = symbol(
  "c_l",
  "FLOP/s of matmuls with this row alignment relative to aligned rows",
);
export const sustained = symbol("c_s", "share of an isolated kernel's FLOP/s that is sustained under load");
export const kernelStart = symbol("tau_0", "fixed time to start and end a kernel", "s");
export const tailTime = symbol("tau_tail", "time of a kernel's memory traffic after its arithmetic", "s");
export const tailShare = symbol("c_e", "share of an accumulated matmul result's traffic that is not hidden");
export const outputBytes = symbol("B_y", "bytes moved per element of a matmul's result", "B");
export const softmaxWidth = symbol("d_0", "cost of attention's softmax, as an equivalent head width");
export const wideSoftmaxWidth = symbol(
  "d_1",
  "cost of attention's softmax in 16 bits, as an equivalent head width",
);
export const generationRate = symbol(
  "c_gen",
  "FLOP/s of the flash attention version in use relative to the device's own version",
);
export const widthShare = symbol("c_d", "FLOP/s of flash attention at this head width relative to width 128");
export const tilesEach = symbol("n_te", "flash attention tiles per multiprocessor");
export const passes = symbol("n_p", "FLOPs of the flash attention kernel relative to its forward pass");
export const flashEfficiency = symbol("eta_f", "share of the peak FLOP/s that flash attention reaches");
export const keyPasses = symbol("n_pk", "flash attention matmuls with the keys' width");
export const valuePasses = symbol("n_pv", "flash attention matmuls with the values' width");
export const causal = symbol("c_a", "share of the attention score matrix that is computed");
export const windowRow = symbol("c_w", "share of a score row that the longest row of blocks computes");

// Communication
/** General symbol `n` of `count`, with its meaning in formulas of collectives. */
export const group: SymbolInfo = { ...count, meaning: "ranks in the communication group" };
export const domains = symbol("n_D", "scale-up domains that the communication group spans");
export const domainDevices = symbol("n_M", "devices in a scale-up domain");
export const latency = symbol("alpha", "latency of one hop between ranks", "s");
export const outLatency = symbol("alpha_o", "latency of one hop between scale-up domains", "s");
export const protocolLatency = symbol("alpha_p", "latency that the NCCL protocol adds per hop", "s");
export const protocolShare = symbol(
  "c_pr",
  "share of the link's bytes that the NCCL protocol leaves for payload",
);
export const baseLatency = symbol("tau_b", "startup time of a collective before its first hop", "s");
export const hopsTime = symbol("tau_a", "total latency of a collective's hops", "s");
export const wireTime = symbol("tau_w", "transfer time of a collective's bytes over its slowest link", "s");
export const linkRate = symbol("W_l", "bandwidth of a device's scale-up links, one direction", "B/s");
export const linkEfficiency = symbol("eta_l", "share of the link bandwidth that large collectives reach");
export const switchEfficiency = symbol(
  "eta_s",
  "share of the link bandwidth that in-switch reductions reach",
);
export const rings = symbol("n_R", "disjoint rings through the communication group");
export const longest = symbol("n_tor", "devices along the torus's longest dimension");
export const deviceLinks = symbol("n_L", "links of a device to its neighbours");
export const nicRate = symbol("W_n", "bandwidth of a NIC, one direction", "B/s");
export const nics = symbol("n_nic", "NICs of a node");
export const nodeDevices = symbol("n_d", "devices in a node");
export const senders = symbol("n_snd", "devices of a node that send at the same time");
export const oversubscription = symbol("o", "oversubscription of the network's leaf switches");
export const taper = symbol("o_p", "oversubscription between pods, or global taper of a dragonfly");
export const blocks = symbol("n_K", "network blocks that the communication group spans");
export const blockDevices = symbol("n_k", "devices in a network block or node");
export const sharedLink = symbol(
  "W_k",
  "bandwidth of a link that a block's devices share, one direction",
  "B/s",
);
export const blockRate = symbol(
  "beta_k",
  "a device's share of the bandwidth out of its network block",
  "B/s",
);
export const siteBandwidth = symbol("W_w", "bandwidth from a site to the others, one direction", "B/s");
export const siteLatency = symbol("alpha_w", "latency between two sites", "s");
export const groupRate = symbol("beta", "bytes per second that a rank sends in the collective", "B/s");
export const outRate = symbol("beta_o", "bytes per second that a rank sends between scale-up domains", "B/s");
/** General symbol of `bytes`, with its meaning in formulas of collectives. */
export const payload: SymbolInfo = { ...bytes, meaning: "payload of the collective per rank" };
export const calls = symbol("n_c", "calls of the collective per step", "1");

// Time
export const seconds = symbol("tau", "duration", "s");
export const hideTime = symbol("tau_h", "computation time that the collective can overlap", "s");
export const commTime = symbol("tau_x", "duration of the communication", "s");
export const contention = symbol("kappa", "slowdown of computation that overlaps communication");
export const bucket = symbol("Q_b", "minimum bucket size for gradient collectives", "B");
export const bucketRank = symbol("Q_r", "minimum bucket size per data-parallel rank", "B");
export const ranks = symbol("n_r", "ranks of a collective call that cost host time");
export const callTime = symbol("tau_k", "host time of a collective call", "s");
export const rankTime = symbol("tau_r", "host time of a collective call per rank", "s");
export const exposedShare = symbol("c_x", "share of a collective's time that cannot be overlapped");
export const stepTime = symbol("T", "time of one optimizer step", "s");
export const devices = symbol("n_g", "number of devices in the cluster", "GPU");

// Work
export const flops = symbol("C", "number of FLOPs", "FLOP");
export const layerFlops = symbol("C_l", "forward FLOPs of the layers' linear matmuls, one sequence", "FLOP");
export const coreFlops = symbol("C_a", "forward FLOPs of the attention core, one sequence", "FLOP");
export const headFlops = symbol("C_v", "forward FLOPs of the language-model head, one sequence", "FLOP");

// The run
export const tokens = symbol("n_T", "token budget of the training run", "token");
export const steps = symbol("n_S", "optimizer steps of the training run");
export const goodput = symbol("g", "share of wall-clock time that becomes training progress");
export const price = symbol("c_g", "price of one device-second", "$/GPU/s");
export const deviceSeconds = symbol("T_g", "device time of the run: devices times wall-clock time", "s");
export const deviceMtbf = symbol("M_g", "mean time between failures of one device", "s");
export const mtbf = symbol("M_c", "mean time between failures of the cluster", "s");
export const failureRate = symbol("nu", "failure rate of the cluster", "1/s");
export const kindRate = symbol("nu_x", "failure rate of one kind", "1/s");
export const nodeRate = symbol("nu_h", "rate of failures that take a node out", "1/s");
export const nodes = symbol("n_N", "number of nodes in the cluster");
export const repair = symbol("D_r", "repair time of a failed node", "s");
export const load = symbol("E_r", "mean number of nodes in repair, if the run never waits for one");
export const kindRecovery = symbol("R_k", "recovery time after a failure of this kind", "s");
export const restart = symbol("R_s", "time from a failure until training resumes", "s");
export const checkpointTime = symbol("C_k", "time that one checkpoint pauses training", "s");
export const unsafeTime = symbol("D_w", "time after a checkpoint until it is safely stored", "s");
export const interval = symbol("tau_i", "training time between checkpoints", "s");
export const storageRate = symbol("W_s", "bandwidth of the shared storage", "B/s");
export const rankBytes = symbol("Q_h", "checkpoint bytes of the device that writes the most", "B");
export const nodeRateOut = symbol("W_N", "network bandwidth out of a node", "B/s");
export const changed = symbol("c_f", "share of the training state that a checkpoint writes, on average");
export const lost = symbol("p_l", "share of failures that lose the checkpoints in host memory");
export const memoryLost = symbol(
  "q_l",
  "probability that a failure, or one during its recovery, loses the checkpoints in host memory",
);
export const persisted = symbol("K_p", "checkpoints in host memory per checkpoint copied to storage");
export const training = symbol("U", "training time of the run without failures", "s");
export const wall = symbol("A", "wall-clock time of the run", "s");

// Data
export const idBytes = symbol("B_i", "bytes of a token id", "B");
export const sampleBytes = symbol("Q_x", "stored bytes of a sequence besides its token ids", "B");
export const sequenceBytes = symbol("Q_e", "stored bytes of a training sequence", "B");
export const uniqueTokens = symbol("n_uq", "tokens of the data set", "token");

// Power, energy, carbon
export const fullPower = symbol("w_f", "power of a device under full load", "J/s");
export const statePower = symbol("w_y", "power of a device in one state (computing, waiting, idle)", "J/s");
export const idlePower = symbol("w_i", "power of an idle device", "J/s");
export const hostPower = symbol("w_h", "power of a node without its devices", "J/s");
export const networkPower = symbol("w_n", "power of switches and optics per device", "J/s");
export const machinePower = symbol("w_m", "power of devices, hosts and network together", "J/s");
export const pue = symbol("c_pue", "power usage effectiveness (PUE) of the site");
export const fullRateTime = symbol(
  "tau_full",
  "time of a step's arithmetic at the device's peak FLOP/s",
  "s",
);
export const kernelTime = symbol("tau_ker", "time of a step's kernels, optimizer included", "s");
export const exposedTime = symbol("tau_ex", "exposed communication of a step", "s");
export const energy = symbol("E", "energy of the run", "J");
export const carbonIntensity = symbol("c_c", "CO2e emissions per unit of electricity", "g/J");
export const waterIntensity = symbol("c_wat", "water use per unit of the machines' energy", "g/J");
export const embodied = symbol("m_e", "embodied CO2e of making a device or node", "g");
export const lifetime = symbol("tau_life", "service life of a device or node", "s");
export const usage = symbol("c_u", "share of the service life in which the device works");

// Money
export const capex = symbol(
  "c_buy",
  "purchase price of a device with its share of node, network and building",
  "$/GPU",
);
export const residualValue = symbol("c_v", "residual value, as a share of the purchase price");
export const interest = symbol("c_i", "yearly interest rate");
export const year = symbol("tau_y", "seconds in a year", "s");
export const upkeep = symbol("c_k", "yearly repairs and support, as a share of the purchase price");
export const hosting = symbol(
  "c_h",
  "price of room and power supply per unit of energy at full power",
  "$/J",
);
export const electricity = symbol("c_el", "price of electricity", "$/J");
export const keptBytes = symbol("Q_k", "bytes of data and checkpoints in storage", "B");
export const storagePrice = symbol("c_b", "price of storage per byte and second", "$/B/s");
export const transferPrice = symbol("c_tr", "price of transfer per byte", "$/B");
export const pay = symbol("c_pay", "cost of staff per second", "$/s");

// Uncertainty
export const residual = symbol("r_res", "quantile of log(measured / predicted) over runs of the same kind");
export const utilisation = symbol("eta_u", "FLOP/s utilisation: share of the peak rate");
export const tokenRate = symbol("W_t", "tokens trained per second", "token/s");
export const cost = symbol("c_r", "cost of the training run", "$");
