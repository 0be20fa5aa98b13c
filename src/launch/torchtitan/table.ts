import type { ArgumentTable } from "../carry/argumentTable.ts";
import { flavorOf } from "./flavors.ts";
import { parallelRows } from "./planRows.ts";
import { modelRows, stateRows, stepRows } from "./trainingRows.ts";

/**
 * Table that maps the keys of torchtitan's job file, each with its section, to a plan and back. Later
 * versions of torchtitan are configured in Python only.
 */
export const torchtitan: ArgumentTable = {
  name: "torchtitan",
  version: "v0.2.2",
  source: "pytorch/torchtitan, torchtitan/config/job_config.py",
  model: false,
  libraryModel: (given) => flavorOf(given)?.std,
  sections: [
    { title: "model", rows: modelRows },
    { title: "training", rows: [...stepRows, ...stateRows] },
    { title: "parallelism", rows: parallelRows },
  ],
  aside: [
    /^(job|profiling|metrics|lr_scheduler|comm|validation|compile|debug|memory_estimation|experimental)\./,
    /^model\.(hf_assets_path|tokenizer_path|print_after_conversion)$/,
    /^optimizer\.(lr|beta1|beta2|eps|weight_decay|implementation)$/,
    /^training\.(dataset|dataset_path|max_norm|gc_freq|gc_debug|dtype|mixed_precision_reduce|dataloader\..*)$/,
    /^checkpoint\.(folder|keep_latest_k|load_step|initial_.*|last_save_.*|export_dtype|exclude_from_loading)$/,
    /^activation_checkpoint\.(per_op_.*|preserve_rng_state|determinism_check)$/,
    /^quantize\.linear\.(float8|mx)\.(filter_fqns|enable_fsdp_float8_all_gather|precompute_.*|mxfp8_.*)$/,
    /^parallelism\.disable_loss_parallel$/,
  ],
};
