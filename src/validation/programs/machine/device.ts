import type { DeviceChoice } from "./deviceChoice.ts";
import { parts } from "./parts.ts";

/**
 * Relative difference up to which two memory sizes mean the same device. Cells and data sheets round: 79.6 or
 * 85.9 GB for 80 GiB, 183 to 192 for a B200. A larger difference means another device.
 */
const SAME_MEMORY = 0.09;

/**
 * Standard-library device that a table's `gpu` cell names: `NVIDIA A100-SXM4-80GB`, `8xH100`, `p4d.24xlarge
 * (A100 40GB)`. null when the library has no such device with that memory. null also when the cell names two
 * devices (`A800/H800`, `A100 or H100`) or a slice of one (MIG). `memoryGB` is the table's memory, for names
 * that leave it open.
 */
export function deviceOf(gpu: string, memoryGB?: number): DeviceChoice | null {
  if (/[a-z]+\d+[a-z]?\/[a-z]+\d+|\bmig\b|\d+g\.\d+gb/i.test(gpu)) return null;
  const named = [...gpu.matchAll(/(?:(?<![a-z0-9])|(?<=\dx))[a-z0-9]/gi)]
    .map(({ index }) => parts.find(({ name }) => name.test(gpu.slice(index))))
    .filter((part) => part !== undefined);
  const [first] = named;
  if (!first || named.some(({ name }) => name !== first.name)) return null;
  const alike = parts.filter(({ name }) => name === first.name);
  const cells = [...gpu.matchAll(/(\d+(?:\.\d+)?) ?gi?b?\b(?!\/s)/gi)].map(([, size]) => Number(size));
  const sizes = cells.length > 0 || memoryGB === undefined ? cells : [memoryGB];
  const [size] = sizes;
  const part = size === undefined ? first : alike.find(({ gb }) => gb.some((one) => near(size, one)));
  if (!part) return null;
  const { name: _name, gb: _gb, ...choice } = part;
  return choice;
}

const near = (size: number, sold: number): boolean => Math.abs(size / sold - 1) <= SAME_MEMORY;
