/**
 * Models of dtp's library by the names of MaxText's (configs/models at e591f30c). A file that names one does not
 * describe it.
 */
export const maxtextModels: ReadonlyMap<string, string> = new Map([
  ["llama2-7b", "llama2_7b"],
  ["llama2-13b", "llama2_13b"],
  ["llama2-70b", "llama2_70b"],
  ["llama3-8b", "llama3_8b"],
  ["llama3.1-8b", "llama3_8b"],
  ["llama3-70b", "llama3_70b"],
  ["llama3.1-70b", "llama3_70b"],
  ["llama3.3-70b", "llama3_70b"],
  ["llama3-405b", "llama3_405b"],
  ["llama3.1-405b", "llama3_405b"],
  ["mistral-7b", "mistral_7b"],
  ["mixtral-8x7b", "mixtral_8x7b"],
  ["mixtral-8x22b", "mixtral_8x22b"],
  ["gpt3-175b", "gpt3_175b"],
  ["deepseek2-16b", "deepseek_v2_lite"],
  ["deepseek2-236b", "deepseek_v2"],
  ["deepseek3-671b", "deepseek_v3"],
  ["qwen3-0.6b", "qwen3_0_6b"],
  ["qwen3-4b", "qwen3_4b"],
  ["qwen3-8b", "qwen3_8b"],
  ["qwen3-14b", "qwen3_14b"],
  ["qwen3-32b", "qwen3_32b"],
  ["qwen3-30b-a3b", "qwen3_30b_a3b"],
  ["qwen3-235b-a22b", "qwen3_235b_a22b"],
  ["kimi-k2-1t", "kimi_k2_1t"],
  ["gpt-oss-20b", "gpt_oss_20b"],
  ["gpt-oss-120b", "gpt_oss_120b"],
]);
