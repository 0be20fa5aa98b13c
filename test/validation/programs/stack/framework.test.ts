import { describe, expect, test } from "vitest";
import { fieldRow, tagRow } from "../../../../src/dsl/schema/index.ts";
import { rowOf } from "../../../../src/validation/index.ts";
import { frameworkOf } from "../../../../src/validation/programs/stack/framework.ts";
import { tableNames, tableRows } from "../../rows.ts";

const of = (cells: Readonly<Record<string, string>>) => frameworkOf(rowOf({ id: "x", source: "", ...cells }));
const textOf = (source: string, cells: Readonly<Record<string, string>> = {}) =>
  of({ source, ...cells }).text;

describe("a source's words name a stack and a date, as a plan's author would", () => {
  test.each([
    ["NVIDIA-NeMo/Megatron-Bridge (26.04.01 NeMo Container)", "megatron_bridge(2026, release = 26.04)"],
    ["NVIDIA-NeMo/Megatron-Bridge (25.09 NeMo Container)", "megatron_bridge(2025, release = 25.09)"],
    ["NVIDIA-NeMo/Megatron-Bridge model verification card", "megatron_bridge"],
    ["MLPerf Training v3.0 (mlcommons/training_results_v3.0)", "mlperf_nvidia(2023, round = 3.0)"],
    ["MLPerf Training v5.1", "mlperf_nvidia(2025, round = 5.1)"],
    ["NeMo 24.07 performance", "nemo(2024)"],
    ["alibaba/Pai-Megatron-Patch README", "pai_megatron"],
    ["Pai-Megatron-Patch, Megatron Core on H800 (2024)", "pai_megatron(2024)"],
    ["MegaScale (arXiv 2402.15627), Megatron", "megascale(2024)"],
    ["InternLM/xtuner benchmark 2025", "xtuner(2025)"],
    ["pytorch/torchtune", "torchtune"],
    ["DeepSeek-V3 tech report (arXiv 2412.19437)", "hai_llm(2024)"],
    ["Llama 3 Herd of Models (arXiv 2407.21783)", "meta_llama(2024)"],
    ["EleutherAI/gpt-neox", "gpt_neox"],
    ["somebody's runs, nanotron", "nanotron"],
    ["HF nanotron v0.5 / Ultra-Scale Playbook benchmark", "nanotron"],
    ["Qi et al. Zero Bubble PP (arXiv 2401.10241)", "megatron_lm(2023)"],
  ])("%s", (source, text) => expect(textOf(source)).toBe(text));

  test("AMD's submissions to MLPerf are no code of NVIDIA's", () => {
    expect(textOf("MLPerf Training v5.0", { gpu: "MI300X" })).toBe("nemo(2025)");
  });

  test("PyTorch's version is what llm-foundry's page says of its later rows", () => {
    expect(textOf("mosaicml/llm-foundry", { precision: "DEFAULT" })).toBe("llm_foundry(2023, torch = 2.1)");
  });
});

test("Megatron beside another project's name is that project's, which is no stack of the language", () => {
  for (const source of [
    "FlagScale on Megatron-LM",
    "Galvatron vs Megatron",
    "hpcaitech/ColossalAI",
    "microsoft/nnscaler",
  ])
    expect(of({ source })).toEqual({ label: "another project's", text: null });
  expect(of({ source: "somebody", notes: "FlagScale, Megatron 3D" }).text).toBeNull();
});

/** Fields that name which software ran, and facts that the row itself states. */
const NAMES = new Set(["year", "release", "round", "torch"]);
const STATED: Readonly<Record<string, readonly [column: string, says: RegExp]>> = {
  cuda_graphs: ["overlap", /cuda graphs/i],
  // Its tables on H100 have rows in float8 or with asynchronous tensor parallelism, which need torch.compile.
  compile: ["source", /torchtitan/i],
  // The vocabulary is that of vTrain's own code.
  vocab_multiple: ["notes", /vocab from vtrain default/i],
  // Of a functional test, by its name and its configuration.
  cross_entropy: ["source", /megatron-lm ci/i],
};

test("no row's stack has more than its name, its date and what the row states", () => {
  for (const row of tableNames.flatMap(tableRows)) {
    const { text } = frameworkOf(row);
    if (text === null) continue;
    const [, name = "", given = ""] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
    const tag = tagRow(name);
    expect(tag, text).not.toBeNull();
    for (const argument of given.split(", ").filter((one) => one !== "")) {
      const field = /^(\w+) = /.exec(argument)?.[1] ?? "year";
      expect(tag && fieldRow(tag, field), text).toBeTruthy();
      const [column, says] = STATED[field] ?? [];
      const stated = says?.test(row.text(column ?? "") ?? "") ?? false;
      expect(NAMES.has(field) || stated, `${row.id}: ${text}`).toBe(true);
    }
  }
});
