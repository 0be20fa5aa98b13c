import type { ArgumentTable } from "../../src/launch/carry/argumentTable.ts";
import { deepspeed } from "../../src/launch/deepspeed/table.ts";
import { maxtext } from "../../src/launch/maxtext/table.ts";
import { megatron } from "../../src/launch/megatron/table.ts";
import { megatronBridge } from "../../src/launch/megatronBridge/table.ts";
import { nanotron } from "../../src/launch/nanotron/table.ts";
import { pytorch } from "../../src/launch/pytorch/table.ts";
import { torchtitan } from "../../src/launch/torchtitan/table.ts";

/** Launch targets that are one framework's file, with the table of its arguments. */
export const frameworkTables: readonly (readonly [target: string, table: ArgumentTable])[] = [
  ["megatron", megatron],
  ["deepspeed", deepspeed],
  ["torchtitan", torchtitan],
  ["nanotron", nanotron],
  ["maxtext", maxtext],
  ["megatron_bridge", megatronBridge],
  ["pytorch", pytorch],
];
