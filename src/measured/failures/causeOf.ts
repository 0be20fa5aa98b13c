import type { FailureCause } from "./failureTrace.ts";

const CAUSES: ReadonlySet<string> = new Set<FailureCause>([
  ...(["gpu", "hbm", "sdc", "host", "nic", "cable", "switch", "software", "other"] as const),
]);

/** Words by which a cause is known, the first that matches. Memory of a GPU comes before the GPU, a NIC before the host. */
const WORDS: readonly (readonly [cause: FailureCause, words: RegExp])[] = [
  ["sdc", /silent data corruption|\bsdc\b/],
  ["hbm", /\bhbm\d?\w?\b|\b[ds]be\b|gpu\b.*\b(?:ecc|memory)\b/],
  ["gpu", /\bgpus?\b|\bxid\b|nvidia|nvlink|nvswitch|accelerator/],
  ["cable", /cable|optic|transceiver|link down/],
  ["switch", /switch|router/],
  ["nic", /\br?nics?\b|\bhca\b|infiniband|network adapter|interconnect interface|ethernet board/],
  ["software", /software|kernel panic|operating system|\bnccl\b|file system|firmware|driver bug/],
  [
    "host",
    /\bcpu\b|processor|dimm|memory|dis[ck]|\bssd\b|drive|raid|power|\bpsu\b|\bfan\b|board|batter|riser|bios|chassis|\bnode\b|\bhost\b|server|\bpci|scsi|system crash|machine check/,
  ],
];

/**
 * Part that failed, from a trace's own words: the name of a field of `fleet(..)`, or words that name a part. `otherwise`
 * where nothing is known of the words.
 */
export function causeOf(label: string, otherwise: FailureCause = "other"): FailureCause {
  const text = label.trim().toLowerCase().replaceAll("_", " ");
  if (CAUSES.has(text)) return text as FailureCause;
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? otherwise;
}
