import type { Row } from "../../rows/row.ts";

/** Arguments of Megatron-LM's functional tests that the tables of their golden values leave out. */
export interface TestArguments {
  /** True where attention scores are saved (`--attention-backend: unfused`). */
  readonly unfused: boolean;
  /** True where the loss is one compiled kernel per step (`--cross-entropy-loss-fusion`). */
  readonly fusedLoss: boolean;
  /**
   * Number of consecutive micro-batches that a chunk runs
   * (`--microbatch-group-size-per-virtual-pipeline-stage`). null for the number of stages.
   */
  readonly group: number | null;
}

/**
 * Arguments of a row's functional test, known from its name (NVIDIA/Megatron-LM,
 * tests/functional_tests/test_cases/{gpt,moe}/NAME/model_config.yaml). Transformer Engine tests that start from
 * scratch use unfused attention, the only bit-reproducible one. Tests that resume from a checkpoint or have
 * context parallelism leave it open or use flash attention. null for a row that is no such test.
 */
export function testArguments(row: Row): TestArguments | null {
  if (!/megatron-lm ci/i.test(row.source)) return null;
  const name = row.text("model") ?? "";
  const afresh = /gpt3_mcore_te_/.test(name) && !/resume|_cp\d|_z3|op_fuser|reshard|cross_entropy/.test(name);
  const experts = /ep4_etp1/.test(name);
  return {
    unfused: afresh || (experts && !/8experts/.test(name)) || /_mla|_gdn|deepseek_proxy/.test(name),
    fusedLoss: /cross_entropy_loss_fusion/.test(name) || (experts && /gpt3_mcore_te_tp2_pp2/.test(name)),
    group: /tunable_overlap/.test(name) ? 5 : null,
  };
}
