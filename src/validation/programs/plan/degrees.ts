import type { Row } from "../../rows/row.ts";
import { sourceFacts } from "../../rows/sourceFacts.ts";
import type { DeviceChoice } from "../machine/deviceChoice.ts";

/** Number of devices of a row's run, and its parallel degrees. */
export interface Degrees {
  readonly devices: number;
  readonly tp: number;
  readonly pp: number;
  readonly cp: number;
  readonly dp: number;
  readonly assumed: readonly string[];
}

/**
 * Number of devices and parallel degrees of a row, or the name of the missing column where the number of
 * devices is unknown. `dp` is the number of devices divided by the other degrees, even where a cell states
 * another number. A blank degree is 1. Where `dp` is stated, the devices that the stated degrees leave over go
 * to blank degrees: to `tp` if they fit into a node, otherwise to `pp`.
 */
export function degreesOf(row: Row, { perNode }: DeviceChoice): Degrees | string {
  const assumed: string[] = [];
  const stated = { tp: row.number("tp"), pp: row.number("pp"), cp: row.number("cp"), dp: row.number("dp") };
  const product = (stated.tp ?? 1) * (stated.pp ?? 1) * (stated.cp ?? 1) * (stated.dp ?? Number.NaN);
  const counted = row.number("n_gpus") ?? product;
  const usual = counted >= 1 ? undefined : sourceFacts(row).devices;
  const devices = usual ?? counted;
  if (!(devices >= 1)) return "n_gpus";
  if (usual !== undefined) assumed.push(`${usual} devices: not stated; all runs of its source have them`);
  if (hidesPipeline(row, devices, (stated.tp ?? 1) * (stated.cp ?? 1)))
    return "pp and dp, of which neither is stated";
  let left = stated.dp !== undefined && devices % product === 0 ? devices / product : 1;
  const fill = (degree: "tp" | "pp", most: number): number => {
    const found = stated[degree];
    if (found !== undefined) return found;
    const share = left <= most ? left : 1;
    left /= share;
    if (devices !== product) assumed.push(`${degree} = ${share}: not stated`);
    return share;
  };
  const tp = fill("tp", row.number("gpus_per_node") ?? perNode);
  const pp = fill("pp", devices);
  const cp = stated.cp ?? 1;
  const dp = Math.max(1, Math.floor(devices / (tp * pp * cp)));
  if (dp !== stated.dp)
    assumed.push(
      stated.dp === undefined
        ? "dp from the device count"
        : `dp = ${dp} from the device count: ${stated.dp} is stated`,
    );
  return { devices, tp, pp, cp, dp, assumed };
}

/**
 * Words of a ZeRO cell that mean data parallelism only, without a pipeline: PyTorch's and DeepSpeed's ways to
 * shard weights, and DDP.
 */
const REPLICAS_ALONE =
  /^(zero|stage)?[-_ ]?3\b|fsdp|hsdp|fully[-_ ]sharded|full[-_ ]?shard|hybrid|infinity|gemini|\bddp\b/i;

/**
 * True where a row may lack the degree of a pipeline that ran: it states tensor parallelism on a part of its
 * devices, but neither stages nor replicas for the rest. False for a row without any degree, which is read as
 * data-parallel only.
 */
function hidesPipeline(row: Row, devices: number, inside: number): boolean {
  if (row.number("pp") !== undefined || row.number("dp") !== undefined) return false;
  if (row.number("tp") === undefined || row.number("tp") === 1 || inside >= devices) return false;
  return !REPLICAS_ALONE.test(row.text("zero_stage") ?? "");
}
