import { describe, expect, test } from "vitest";
import { type Job, launchTargets, readLaunch } from "../../src/launch/index.ts";
import { planned } from "../../src/launch/pytorch/planned.ts";
import { job, jobs, program } from "./jobs.ts";

const write = (one: Job): string => launchTargets.find(({ name }) => name === "pytorch")?.write(one) ?? "";

const tiny = (
  fields: string,
  model = "layers = 4\nd_model = 64\nattention = gqa(heads = 4, kv_heads = 2)\nmlp = swiglu(d_ff = 128)\nvocab = 256",
): Job =>
  job(
    [
      'import dgx_h100 from "std/clusters"',
      `model tiny {\n${model}\n}`,
      `plan p {\nframework = pytorch\nseq_len = 32\nmicro_batch = 2\nglobal_batch = 16 sequences\n${/precision/.test(fields) ? "" : "precision = fp32\n"}optimizer = sgd\n${fields}\n}`,
      "let base = tiny on (dgx_h100 with { nodes = 1, devices_per_node = 4 }) with p",
    ].join("\n"),
  );

/** Plans by what of PyTorch they need, with the texts that only their program has. */
const kinds: readonly (readonly [fields: string, has: readonly string[], hasNot: readonly string[]])[] = [
  ["zero = 0", ["DistributedDataParallel(model", "model.no_sync()"], ["fully_shard", "PipelineStage", "dcp"]],
  [
    "zero = 1",
    ["reshard_after_forward=False", "set_requires_gradient_sync(last)", "set_reshard_after_backward(last)"],
    ["DistributedDataParallel"],
  ],
  [
    "zero = 2",
    ["reshard_after_forward=False", "set_reshard_after_backward(last)"],
    ["set_requires_gradient_sync"],
  ],
  ["zero = 3", ["reshard_after_forward=True"], ["set_requires_gradient_sync", "set_reshard_after_backward"]],
  [
    "zero = 3\nreshard_after = backward",
    ["reshard_after_forward=False"],
    ["set_requires_gradient_sync", "set_reshard_after_backward"],
  ],
  ["zero = 3\ndp_shard = 2", ['mesh["dp_replicate", "dp_shard"]', "cfg.mesh.dp_replicate = 2"], []],
  ["tp = 2\nzero = 3", ["parallelize_module", "SequenceParallel()", "loss_parallel()"], ["PipelineStage"]],
  [
    "tp = 2\nsequence_parallel = false",
    ["parallelize_module", 'mesh["dp_replicate", "dp_shard"]', "foreach=False"],
    ["SequenceParallel()", "DistributedDataParallel"],
  ],
  ["pp = 2", ["Schedule1F1B(stages[0]", "cfg.pipeline.layers = [2, 2]"], ["fully_shard", "no_sync"]],
  ["pp = 2\nvpp = 2\nschedule = interleaved_1f1b", ["ScheduleInterleaved1F1B(stages,"], ["DistributedData"]],
  ["precision = bf16\nzero = 3", ["MixedPrecisionPolicy(param_dtype=torch.bfloat16"], ["autocast"]],
  ["precision = bf16", ["torch.autocast(self.device.type, torch.bfloat16)"], ["MixedPrecisionPolicy"]],
  ["recompute = full(layers = 1)", ["checkpoint(self.body, x", "cfg.recompute.layers = 1"], []],
  ["checkpoint = sharded(interval = 1 s)", ["dcp.async_save", "run.resume(asked.checkpoints)"], []],
  ["checkpoint = sharded(interval = 1 s, overlap = none)", ["dcp.save("], ["async_save(self"]],
  ["flash_attention = false", ["sdpa_kernel(SDPBackend.MATH)"], []],
];

describe("a program has the code that its plan needs, and no other", () => {
  test.each(kinds)("%s", (fields, has, hasNot) => {
    const text = write(tiny(fields));
    for (const one of has) expect(text).toContain(one);
    for (const one of hasNot) expect(text).not.toContain(one);
  });
});

test.each(["zero = 0", "pp = 2\nvpp = 2\nschedule = interleaved_1f1b", "tp = 2\nzero = 3"])(
  "golden of %s",
  async (fields) => {
    const name = fields.replace(/\W+/g, "-");
    await expect(write(tiny(fields))).toMatchFileSnapshot(`pytorch/${name}.py`);
  },
);

/** Indentation of Python: four spaces, deeper only after a colon or an open bracket. */
function misindented(text: string): readonly string[] {
  const lines = text.replace(/"""[\s\S]*?"""/g, '""').split("\n");
  let [before, open] = [0, 0];
  let opens = false;
  return lines.filter((line) => {
    const code = line.replace(/#.*$/, "").trimEnd();
    if (code === "") return false;
    const depth = /^ */.exec(code)?.[0].length ?? 0;
    const wrong = open === 0 && (depth % 4 !== 0 || (depth > before && !opens) || (opens && depth <= before));
    for (const one of code.replace(/"[^"]*"/g, ""))
      open += "([{".includes(one) ? 1 : ")]}".includes(one) ? -1 : 0;
    if (open === 0 || !opens) before = open === 0 ? depth : before;
    opens = open === 0 && code.endsWith(":");
    return wrong;
  });
}

test("lines of all kinds are indented as Python wants, and every name is imported or defined", () => {
  for (const [fields] of kinds) {
    const text = write(tiny(fields));
    expect(misindented(text), fields).toEqual([]);
    for (const name of ["checkpoint", "glob", "math", "partial", "lru_cache", "nullcontext", "Shard", "gc"])
      if (new RegExp(`(?<![\\w."])${name}[(.]`).test(text))
        expect(text).toMatch(new RegExp(`^(import|from) .*\\b${name}\\b`, "m"));
  }
});

test("its own program says the whole plan, and reads back as it", () => {
  for (const [fields] of kinds) {
    const first = tiny(fields);
    const text = write(first);
    expect(
      text.match(/^# {3}\S+ = /gm)?.filter((line) => !line.includes("plan.tokens")) ?? [],
      fields,
    ).toEqual([]);
    const found = readLaunch(text, "file");
    if ("problem" in found) throw new Error(found.problem);
    expect(
      found.unread.filter(
        ({ argument }) => argument !== "checkpoint.interval" && argument !== "checkpoint.async_save",
      ),
      fields,
    ).toEqual([]);
  }
});

test("what the program has no code for is named", () => {
  const experts = write(jobs.experts as Job);
  expect(experts).toMatch(/^# {3}model\.mlp = moe\(.*here swiglu/m);
  expect(experts).toContain("plan.ep = 8 (here 1)");
  const latent = write(jobs.mixture as Job);
  expect(latent).toContain("model.attention = mla");
  expect(write(job(program("llama3_8b", 2, "cp = 2\nseq_len = 8Ki\nglobal_batch = 64 sequences")))).toContain(
    "plan.cp = 2 (here 1)",
  );
});

test("the estimate's collectives are a constant of the program", () => {
  const { comm } = tiny("tp = 2\nzero = 3");
  expect(planned({ comm } as Job)).toContain(
    '    ("dp", "all_gather", "weights of a layer, forward", 2, 90688, 16),',
  );
  expect(comm.map(({ bytes, count }) => bytes * count).reduce((a, b) => a + b, 0)).toBeGreaterThan(0);
});

test("every attribute of cfg that the program reads is one that it states", () => {
  for (const [fields] of kinds) {
    const text = write(tiny(fields));
    const stated = new Set([...text.matchAll(/^cfg\.(\w+\.\w+) = /gm)].map(([, name = ""]) => name));
    const code = text.slice(text.indexOf("def norm"));
    const read = [
      ...[...code.matchAll(/\bcfg\.(\w+\.(?!__)\w+)/g)].map(([, name = ""]) => name),
      ...[...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => `model.${name}`),
    ];
    expect(read.length).toBeGreaterThan(20);
    expect(
      read.filter((name) => !stated.has(name)),
      fields,
    ).toEqual([]);
  }
});
