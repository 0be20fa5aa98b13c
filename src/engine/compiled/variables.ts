import { type FieldRow, placeOf } from "../scenario/fieldRow.ts";
import { stepFields } from "../scenario/fieldRows.ts";

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
 * Fields that may be variables: those that `fieldRows.ts` marks, and those that kernels and the chapters of a run read by
 * themselves. Recording decides which are (watchedScenario.ts): a trace applies only to equal values of a field that the engine
 * also reads outside the algebra. The same holds for every field that is not in this list.
 */
export const variables: readonly Variable[] = [
  ...Object.values<FieldRow>(stepFields)
    .filter(({ varies }) => varies)
    .map((row) => ({ path: row.path, at: placeOf(row) })),
  ...under("cluster.device", "cluster.device", [
    ...(["fp32", "tf32", "bf16", "fp16", "fp8", "fp4"] as const).map(
      (dtype) => [`peak.${dtype}`, `peak.${dtype}`] as const,
    ),
    ["memory_bandwidth", "memoryBytesPerSecond"],
    ["sms", "sms"],
    ["gemm_efficiency", "gemmEfficiency"],
    ["fp4_efficiency", "fp4Efficiency"],
    ["flash_efficiency", "flashEfficiency"],
    ["sustained", "sustained"],
    ["memory_efficiency", "memoryEfficiency"],
    ["launch", "launchSeconds"],
    ["power", "powerWatts"],
    ["power_limit", "powerLimitWatts"],
    ["idle_power", "idleWatts"],
    ["streaming_power", "streamingWatts"],
    ["communication_power", "communicationWatts"],
  ]),
  ...under("cluster.scale_out", "cluster.scaleOut", [
    ["nic", "nicBytesPerSecond"],
    ["per_chip", "nicBytesPerSecond"],
    ["pod_oversubscription", "podOversubscription"],
    ["taper", "podOversubscription"],
  ]),
  ...under("cluster", "cluster", [
    ["nodes", "nodes"],
    ["storage_bandwidth", "storageBytesPerSecond"],
    ["host_memory", "host.memoryBytes"],
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
    ["tokens", "tokens"],
    ["target_loss", "targetLoss"],
  ]),
];
