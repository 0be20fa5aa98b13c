/** Source for defaults of several frameworks: the command-line arguments of Megatron-LM. */

export const MEGATRON_ARGUMENTS = "NVIDIA/Megatron-LM, megatron/training/arguments.py";
export const BEFORE_FLASH =
  "arXiv:2104.04473, section 4.2: fused scale, mask and softmax; FlashAttention came in 2023";
export const BUCKET_GROWS =
  "megatron/core/distributed/distributed_data_parallel.py: bucket_size = max(40M, 1M x ranks) elements, of 4 bytes";
export const COLLECTIVES_LAUNCHED =
  "calibrated on A100 runs: src/engine/CALIBRATION.md, tensor-parallel collectives";
export const RANKS_WAIT = "calibrated on A100 runs: src/engine/CALIBRATION.md, tensor-parallel collectives";
export const DEEPSPEED_GATHERS =
  "deepspeed/runtime/zero/parameter_offload.py: ZeRO 3 gathers the parameters of one submodule at a time";
export const REUSED =
  "deepspeed/runtime/zero/config.py: stage3_max_reuse_distance; parameter_offload.py: hooks of each module gather and free";
export const DEEPSPEED_AXES =
  "deepspeed/runtime/pipe/topology.py, PipeModelDataParallelTopology: pipe, data, model, the last the nearest";
export const FLAT_STEP =
  "deepspeed/runtime/zero/stage_1_and_2.py, step: gradients of the partition, flattened and in fp32";
export const PIPELINED_FSDP =
  "torch/distributed/pipelining/stage.py, backward_maybe_with_nosync: no resharding and no reduction before the last backward";
export const MEGATRON_SCHEDULES =
  "NVIDIA/Megatron-LM, megatron/core/pipeline_parallel/schedules.py: without and with interleaving";
export const ONE_ORDER = "[tp_cp_dp_pp]";
export const IN_PLACE =
  "megatron/core/tensor_parallel/cross_entropy.py: 16-bit logits, and an fp32 copy that becomes softmax and gradient";
export const COPIED_OUT =
  "torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py: foreach_all_gather_copy_out, foreach_reduce_scatter_copy_in";
