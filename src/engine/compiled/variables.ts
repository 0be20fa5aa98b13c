/** Field that may differ between scenarios answered by one trace. */
export interface Variable {
  /** Path as an input of the algebra, in the language's spelling. */
  readonly path: string;
  /** Path in a `Scenario`. */
  readonly at: string;
}

const under = (
  path: string,
  at: string,
  fields: readonly (readonly [path: string, at: string])[],
): readonly Variable[] => fields.map(([name, field]) => ({ path: `${path}.${name}`, at: `${at}.${field}` }));

/**
 * Fields that may be variables. Recording decides which are (watchedScenario.ts): a trace applies only to equal values of a field
 * that the engine also reads outside the algebra. The same holds for every field that is not in this list.
 */
export const variables: readonly Variable[] = [
  ...under("cluster.device", "cluster.device", [
    ...(["fp32", "tf32", "bf16", "fp16", "fp8", "fp4"] as const).map(
      (dtype) => [`peak.${dtype}`, `peak.${dtype}`] as const,
    ),
    ["usable_memory", "usableBytes"],
    ["memory_bandwidth", "memoryBytesPerSecond"],
    ["sms", "sms"],
    ["gemm_efficiency", "gemmEfficiency"],
    ["fp4_efficiency", "fp4Efficiency"],
    ["flash_efficiency", "flashEfficiency"],
    ["sustained", "sustained"],
    ["memory_efficiency", "memoryEfficiency"],
    ["contention", "contention"],
    ["launch", "launchSeconds"],
    ["host_link", "hostBytesPerSecond"],
    ["reserved", "reservedBytes"],
    ["power", "powerWatts"],
    ["power_limit", "powerLimitWatts"],
    ["idle_power", "idleWatts"],
    ["streaming_power", "streamingWatts"],
    ["communication_power", "communicationWatts"],
  ]),
  ...under("cluster.scale_up", "cluster.scaleUp", [
    ["bandwidth", "bytesPerSecond"],
    ["latency", "latencySeconds"],
    ["base_latency", "baseLatencySeconds"],
    ["efficiency", "efficiency"],
    ["sharp_efficiency", "sharpEfficiency"],
  ]),
  ...under("cluster.scale_out", "cluster.scaleOut", [
    ["nic", "nicBytesPerSecond"],
    ["per_chip", "nicBytesPerSecond"],
    ["nics_per_node", "nicsPerNode"],
    ["latency", "latencySeconds"],
    ["base_latency", "baseLatencySeconds"],
    ["efficiency", "efficiency"],
    ["oversubscription", "oversubscription"],
    ["pod_oversubscription", "podOversubscription"],
    ["taper", "podOversubscription"],
  ]),
  ...under("cluster.sites", "cluster.sites", [
    ["bandwidth", "bytesPerSecond"],
    ["latency", "latencySeconds"],
  ]),
  ...under("cluster", "cluster", [
    ["devices", "devices"],
    ["nodes", "nodes"],
    ["storage_bandwidth", "storageBytesPerSecond"],
    ["host_memory", "host.memoryBytes"],
    ["host_link_devices", "host.linkDevices"],
    ["host_memory_bandwidth", "host.memoryBytesPerSecond"],
    ["host_efficiency", "host.efficiency"],
    ["failures.mtbf", "failures.mtbfDeviceSeconds"],
    ["restart", "recovery.seconds"],
    ["capacity.mtbf", "spot.mtbfSeconds"],
    ["capacity.price", "spot.pricePerDeviceSecond"],
    ["capacity.wait", "spot.waitSeconds"],
    ["price", "price.perDeviceSecond"],
    ["price.rate", "price.perDeviceSecond"],
    ["price.electricity", "price.electricityPerJoule"],
    ["price.hosting", "price.hostingPerJoule"],
    ["price.capex", "price.capexPerDevice"],
    ["storage_price", "expenses.storagePrice"],
    ["transfer_price", "expenses.transferPrice"],
    ["staff", "expenses.staffPerSecond"],
    ["host_power", "facility.hostWatts"],
    ["network_power", "facility.networkWatts"],
    ["pue", "facility.pue"],
    ["carbon_intensity", "facility.carbonGramsPerJoule"],
    ["water_intensity", "facility.waterGramsPerJoule"],
    ["usage", "facility.usage"],
  ]),
  ...under("plan", "plan", [
    ["global_batch", "globalBatch"],
    ["num_micro_batches", "numMicroBatches"],
    ["micro_batch", "microBatch"],
    ["seq_len", "seqLen"],
    ["dp", "dp"],
    ["tokens", "tokens"],
    ["target_loss", "targetLoss"],
    ["framework.collective_launch", "framework.collectiveLaunchSeconds"],
    ["framework.collective_wait", "framework.collectiveWaitSeconds"],
    ["framework.node_latency", "framework.nodeLatencySeconds"],
    ["framework.collective_efficiency", "framework.collectiveEfficiency"],
    ["framework.announcing", "framework.announcingSeconds"],
    ["framework.fragmentation", "framework.fragmentation"],
    ["framework.bucket", "framework.bucketBytes"],
  ]),
];
