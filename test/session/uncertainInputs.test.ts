import { test } from "vitest";
import { cell, memorySession } from "../support/memorySession.ts";
test("x", () => {
  const s = memorySession();
  cell(s, `import dgx_h100 from "std/clusters"
import llama3_70b from "std/models"
plan p { 
  tp = 8 
  pp = 4 
  dp = fill 
  seq_len = 8Ki 
  global_batch = 256 sequences 
  tokens = 15T tokens 
}
let rate = normal(400 Gb/s, 10%)
let base = llama3_70b on (dgx_h100 with { nodes = 64, price = triangular($2/GPU-hour, $2.5/GPU-hour, $4/GPU-hour), scale_out.nic = rate, device.gemm_efficiency = uniform(70%, 90%), device.memory_bandwidth = lognormal(3.35 TB/s, 5%) }) with p`);
  const r = cell(s, `sweep s = base for cluster.nodes in [32, 64, 128]
show s { step_time, step_time.p90, step_time + 0 s }`);
  console.log(JSON.stringify(r.outputs[0]?.data), r.diagnostics.map(d=>d.message));
  for (let k = 0; k < 3; k++) {
    const t = performance.now(); const c = process.cpuUsage();
    cell(s, `let b${k} = base with { cluster.nodes = ${64 + 4 * k} }\nshow b${k}.step_time`);
    const d = process.cpuUsage(c);
    console.log("draw", performance.now() - t, (d.user + d.system) / 1000);
  }
});
