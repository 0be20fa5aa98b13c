import type { PeerGroup } from "../../../engine/trainingStep/fabric/peerGroups.ts";
import { GRID, IDLE, INK, meaningColor, paletteColor } from "../theme/theme.ts";

/**
 * Role of a device in the communication of device 0: device 0 itself, a rank of one of its groups, or a
 * device that it does not exchange with.
 */
export interface Role {
  readonly name: string;
  readonly color: string;
  /** Colour of the number inside the device's mark, readable on light and dark pages. */
  readonly ink: string;
  /**
   * True where the mark has a ring, because the device holds other experts of the layers that device 0 holds.
   */
  readonly ring: boolean;
}

export const RING = meaningColor("ep") ?? INK;

const role = (name: string, color: string, ink: string, ring = false): Role => ({ name, color, ink, ring });
const WHITE = "#FFFFFF";
const ON_PALE = "#1F2328";
/**
 * Colour of numbers on marks that are deep on light pages and pale on dark ones (darkColors.ts). The numbers
 * turn from pale to deep accordingly.
 */
const TURNING = GRID;
const FIRST = role("device 0", paletteColor(0), WHITE);
const INKS: ReadonlyMap<string, string> = new Map([
  ["dp", WHITE],
  ["cp", TURNING],
]);

/** Function that gives the role of a device. Without groups all devices have one role. */
export function rolesOf(groups: readonly PeerGroup[] | null): (device: number) => Role {
  if (groups === null) return () => FIRST;
  const degrees = new Map<number, string>();
  const experts = new Set<number>();
  for (const { degree, ranks } of groups)
    for (const rank of ranks) {
      if (degree === "ep") experts.add(rank);
      else degrees.set(rank, degree);
    }
  return (device) => {
    if (device === 0) return FIRST;
    const degree = degrees.get(device);
    const ring = experts.has(device);
    if (degree === undefined) return role(ring ? "ep" : "others", IDLE, INK, ring);
    const ink = INKS.get(degree) ?? ON_PALE;
    return role(ring ? `${degree} and ep` : degree, meaningColor(degree) ?? IDLE, ink, ring);
  };
}
