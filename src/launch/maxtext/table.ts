import type { ArgumentTable } from "../carry/argumentTable.ts";
import { meshRows } from "./meshRows.ts";
import { modelRows } from "./modelRows.ts";
import { maxtextModels } from "./models.ts";
import { stateRows, stepRows } from "./stepRows.ts";

/** Table that maps the keys of MaxText's configuration to a plan and back. */
export const maxtext: ArgumentTable = {
  name: "MaxText",
  version: "e591f30c",
  source: "AI-Hypercomputer/maxtext, src/maxtext/configs: base.yml, types.py",
  model: true,
  onTpu: true,
  libraryModel: ({ model_name }) => maxtextModels.get(String(model_name)),
  sections: [
    { title: "model", rows: modelRows },
    { title: "mesh", rows: meshRows },
    { title: "steps", rows: [...stepRows, ...stateRows] },
  ],
  aside: [
    /^(run_name|base_output_directory|base_config|model_name|override_.*|hardware|scan_.*|param_scan_axis|steps_.*|num_slices)$/,
    /^(dataset_.*|.*_dataset_name|.*_split|hf_.*|grain_.*|olmo_.*|tokeniz.*|.*tokenizer.*|max_corpus_chars|.*_data_columns|.*_image_column|packing|max_segments_per_seq|num_epoch|expansion_factor_real_data|add_(bos|eos)|use_truncation|reuse_example_batch|.*prompt.*|use_chat_template|chat_template.*)$/,
    /^(learning_rate.*|lr_.*|wsd_.*|warmup_.*|cosine_.*|gradient_clipping_threshold|adam_.*|opt_.*|init_weights_seed|data_shuffle_seed|enable_data_shuffling|.*init_scale|z_loss_multiplier)$/,
    /^(log_.*|metrics_file|gcs_metrics|.*wandb.*|.*profiler.*|upload_all_profiler_results|.*tensorboard.*|monitor_.*|enable_goodput.*|save_config_to_gcs|dump_.*|jax_.*|compile_.*|eval_.*|target_eval_loss|max_inflight_computations)$/,
    /^(load_.*|checkpoint_(?!period$).*|(enable|async)_checkpointing|save_.*|max_num_checkpoints_to_keep|enable_(single|autocheckpoint|orbax|emergency|multi_tier|continuous).*|local_checkpoint_.*|force_unroll|restore_.*)$/,
    /^(w[io]_tile_.*|sa_.*|megablox|ragged_.*|use_custom_sort_vjp|rope_.*|max_position_embeddings|original_max_position_embeddings|beta_(fast|slow)|mscale|normalization_layer_epsilon|normalize_embedding_logits|norm_topk_prob|routed_.*|load_balance_loss_weight|logits_dot_in_fp32|.*_soft_cap|enable_dropout|fused_(qkv|mlp)|use_iota_embed|trainable_position_size|sharding_tolerance|xla_.*|max_prefill_predict_length|grad_dtype)$/,
  ],
};
