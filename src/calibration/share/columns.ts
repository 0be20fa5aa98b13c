/** Columns of `validation/runs.csv`, which `validation/README.md` describes, in its order. */
export const RUN_COLUMNS: readonly string[] =
  `id, source, source_path, certainty, model, params_B, layers, hidden, heads, kv_heads, head_dim,
  ffn_hidden, vocab, seq_len, gated_mlp, tied_embeddings, attention, moe_experts, moe_topk,
  moe_expert_ffn, moe_shared_ffn, moe_dense_layers, gpu, gpu_mem_gb, n_gpus, gpus_per_node, intra_link,
  inter_link, tp, pp, vpp, schedule, dp, cp, ep, zero_stage, seq_parallel, micro_batch, global_batch_seqs,
  precision, recompute, offload, flash_attn, overlap, iter_time_s, iter_time_s_derived,
  tokens_per_s_per_gpu, samples_per_s, tflops_per_gpu, flop_convention, mfu_pct, hfu_pct, peak_mem_gb,
  mem_kind, peer_pred_iter_time_s, peer_pred_mem_gb, quality, uni_gflop_per_token, uni_tflops_per_gpu,
  uni_pct_bf16_peak, notes`.split(/[\s,]+/);
