import type { Settings } from "../carry/settings.ts";

/**
 * Model that torchtitan trains under a name and a flavour, with the sizes that distinguish it and its name in
 * dtp's library.
 */
export interface Flavor {
  readonly name: string;
  readonly flavor: string;
  readonly std: string;
  readonly layers: number;
  readonly dModel: number;
  readonly heads: number;
}

const of = (
  name: string,
  rows: readonly (readonly [flavor: string, std: string, layers: number, dModel: number, heads: number])[],
): readonly Flavor[] =>
  rows.map(([flavor, std, layers, dModel, heads]) => ({ name, flavor, std, layers, dModel, heads }));

/** Models of torchtitan v0.2.2, torchtitan/models: llama3, qwen3 and deepseek_v3, each in its __init__.py. */
export const flavors: readonly Flavor[] = [
  ...of("llama3", [
    ["8B", "llama3_8b", 32, 4096, 32],
    ["70B", "llama3_70b", 80, 8192, 64],
    ["405B", "llama3_405b", 126, 16384, 128],
  ]),
  ...of("qwen3", [
    ["0.6B", "qwen3_0_6b", 28, 1024, 16],
    ["4B", "qwen3_4b", 36, 2560, 32],
    ["8B", "qwen3_8b", 36, 4096, 32],
    ["14B", "qwen3_14b", 40, 5120, 40],
    ["32B", "qwen3_32b", 64, 5120, 64],
    ["30B-A3B", "qwen3_30b_a3b", 48, 2048, 32],
    ["235B-A22B", "qwen3_235b_a22b", 94, 4096, 64],
  ]),
  ...of("deepseek_v3", [
    ["16B", "deepseek_v2_lite", 27, 2048, 16],
    ["236B", "deepseek_v2", 60, 5120, 128],
    ["671B", "deepseek_v3", 61, 7168, 128],
  ]),
];

/** Model that a torchtitan job file names in its `[model]` section. undefined for an unknown one. */
export const flavorOf = (given: Settings): Flavor | undefined =>
  flavors.find(({ name, flavor }) => name === given["model.name"] && flavor === given["model.flavor"]);
