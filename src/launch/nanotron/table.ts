import type { ArgumentTable } from "../carry/argumentTable.ts";
import { modelRows } from "./modelRows.ts";
import { batchRows, parallelRows, stateRows } from "./planRows.ts";

/** Table that maps the keys of nanotron's configuration, each with its section, to a plan and back. */
export const nanotron: ArgumentTable = {
  name: "nanotron",
  version: "2411b022",
  source: "huggingface/nanotron, src/nanotron/config: config.py, parallelism_config.py, models_config.py",
  model: true,
  sections: [
    { title: "model", rows: modelRows },
    { title: "parallelism", rows: parallelRows },
    { title: "tokens", rows: [...batchRows, ...stateRows] },
  ],
  aside: [
    /^(general|logging|metrics_logging|tokenizer|profiler|lighteval|s3_upload)\./,
    /^data_stages$/,
    /^checkpoints\.(checkpoints_path.*|save_.*|resume_checkpoint_path|load_.*)$/,
    /^model\.(init_method\..*|ddp_bucket_cap_mb|make_vocab_size_divisible_by)$/,
    /^model\.model_config\.(is_(llama|qwen2)_config|.*_token_id|initializer_range|pretraining_tp|rms_norm_eps|rope_.*|use_cache|z_loss_.*|log_attn_probs|_fused_.*|_use_qkv_packed)$/,
    /^model\.model_config\.moe_config\.router_aux_loss_coef$/,
    /^optimizer\.(clip_grad|weight_decay|weight_decay_exclude_named_params|learning_rate_scheduler\..*|optimizer_factory\.(adam_.*|torch_adam_is_fused))$/,
    /^parallelism\.tp_recompute_allgather$/,
    /^tokens\.(val_check_interval|limit_.*)$/,
  ],
};
