/** Words for fields and results whose path is not clear by itself, by path. */
const WORDS: Readonly<Record<string, string>> = {
  "plan.tp": "tensor-parallel degree",
  "plan.pp": "pipeline stages",
  "plan.vpp": "chunks per stage",
  "plan.dp": "data-parallel replicas",
  "plan.cp": "context-parallel degree",
  "plan.ep": "expert-parallel degree",
  "plan.zero": "ZeRO stage",
  "plan.seq_len": "sequence length",
  "plan.num_micro_batches": "micro-batches per step",
  "plan.micro_batch": "micro-batch",
  "plan.cp_type": "context parallelism",
  "plan.sync.backup": "backup replicas",
  "plan.sync.steps": "steps between synchronisations",
  "plan.sync.participation": "share of the clients in a round",
  "plan.rl.placement.nodes": "nodes that generate",
  "plan.rl.response.variation": "variation of the responses' lengths",
  "rl.generation": "time of generation",
  "rl.step_time": "time of an iteration",
  "cluster.scale_out.nic": "bandwidth of a NIC",
  "cluster.scale_up.bandwidth": "bandwidth inside a node",
  "cluster.spares": "spare nodes",
  "cluster.capacity.notice": "notice before a node is reclaimed",
  "cluster.device.sustained": "share of the peak sustained under load",
  "cluster.device.gemm_efficiency": "share of the peak in matmuls",
  "cluster.device.fp4_efficiency": "rate of 4-bit matmuls as a share",
  "cluster.device.flash_efficiency": "share of the peak in attention",
  "cluster.device.memory_bandwidth": "memory bandwidth",
  "cluster.device.memory_efficiency": "share of the memory bandwidth",
  "cluster.device.power_limit": "power limit",
  "cluster.device.launch": "time to launch a kernel",
  "energy.per_token": "energy per token",
  "memory.peak": "peak memory",
  "memory.activations": "saved activations",
  "memory.optimizer": "optimizer state",
  "time.tp": "exposed tensor-parallel communication",
  "time.dp": "exposed data-parallel communication",
  "time.pp": "exposed pipeline communication",
  "time.cp": "exposed context-parallel communication",
  "time.ep": "exposed expert all-to-all",
  "time.bubble": "pipeline bubble",
  "time.stragglers": "waiting for stragglers",
  "experts.busiest": "load of the busiest device",
  "experts.dropped": "tokens dropped",
  "token_factor.sync": "tokens relative to synchronous training",
  bubble_fraction: "bubble",
  device_time: "device time",
  mfu: "MFU",
  hfu: "HFU",
  params: "parameters",
  tflops_per_device: "rate of a device",
  tokens_per_s: "throughput",
  tokens_per_s_per_device: "throughput per device",
};

/**
 * Words for paths that end in a part's name: `time.dp` is dp time, `scale_up.bandwidth` is bandwidth inside a
 * node.
 */
const PARTS: Readonly<Record<string, (part: string) => string>> = {
  time: (part) => `${part} time`,
  memory: (part) => `${part} memory`,
  scale_up: (part) => `${part} inside a node`,
  scale_out: (part) => `${part} between nodes`,
  "device.peak": (part) => `peak rate in ${part}`,
};

const PATH = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;

/**
 * Words for an expression on an axis: `plan.tp` is the tensor-parallel degree, `time.dp / step_time` is
 * exposed data-parallel communication / step time. Underscores of a user-defined name become blanks.
 */
export function axisWords(label: string): string {
  const unquoted = label.replace(/ as [^ ]+$/, "");
  return unquoted.replace(PATH, (path) => {
    // What a definition holds has the same words wherever the definition is: `run.scenario.cluster.nodes` is nodes.
    const field = path.replace(/^.*\.(?=(?:plan|cluster|model)\.)/, "");
    return WORDS[field] ?? plainWords(field);
  });
}

function plainWords(path: string): string {
  const own = path.replace(/^(?:plan|cluster|model)\.(?=\w)/, "");
  const [, whole = "", part = ""] = /^(time|memory|scale_up|scale_out|device\.peak)\.(\w+)$/.exec(own) ?? [];
  const words = PARTS[whole]?.(part) ?? own.replaceAll(".", " ");
  return words.replaceAll("_", " ").replace(/\bmicro batch/g, "micro-batch");
}
