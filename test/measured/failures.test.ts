import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { causeOf } from "../../src/measured/failures/causeOf.ts";
import {
  failureCounts,
  isAttemptLog,
  isFailureEvents,
  isFailureTable,
  isJobTable,
  jobLedger,
  readAttempts,
  readFailures,
  readJobTable,
} from "../../src/measured/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const root = join(import.meta.dirname, "../..");
const sample = (name: string): string => readFileSync(join(import.meta.dirname, "samples", name), "utf8");

function failuresOf(text: string) {
  const trace = readFailures(text);
  if ("problem" in trace) throw new Error(trace.problem);
  return trace;
}

function jobsOf(log: ReturnType<typeof readJobTable>) {
  if ("problem" in log) throw new Error(log.problem);
  return log;
}

const OWN = `failed_at,node,cause,recovered_at
2026-03-01 00:00:00,n1,gpu,2026-03-01 02:00:00
2026-03-02 00:00:00,n2,"NIC, port 3 lost",2026-03-02 01:00:00
2026-03-03 12:00:00,n1,gpu,2026-03-03 16:00:00
2026-03-04 00:00:00,n3,Kernel panic,
`;

describe("a table of failures", () => {
  test("has times, nodes, causes and recoveries; one that is not over has no recovery", () => {
    expect([isFailureTable(OWN), isFailureTable("time,cause\n"), isJobTable(OWN)]).toEqual([
      true,
      false,
      false,
    ]);
    const { failures } = failuresOf(OWN);
    expect(failures.map(({ cause }) => cause)).toEqual(["gpu", "nic", "gpu", "software"]);
    expect(failures.map(({ recovery }) => recovery)).toEqual([7200, 3600, 14_400, null]);
    expect(failures.map(({ node }) => node)).toEqual(["n1", "n2", "n1", "n3"]);
    const { total, causes } = failureCounts({ source: "", failures, planned: 0 });
    expect(total).toMatchObject({ failures: 4, recoveries: { count: 3, median: 7200, mean: 8400 } });
    // By hand: between the second and the third of three, four fifths of the way.
    expect(total.recoveries?.p90).toBeCloseTo(7200 + 0.8 * 7200, 9);
    expect(causes[0]).toMatchObject({ name: "gpu", failures: 2 });
  });

  test("may have numbers with a unit for its times", () => {
    const { failures } = failuresOf(
      "failed_at [days],cause,recovery [min]\r\n0.5,gpu,30\r\n2,disk drive,\r\n",
    );
    expect(failures.map(({ at, recovery }) => [at, recovery])).toEqual([
      [43_200, 1800],
      [172_800, null],
    ]);
  });

  test.each([
    ["failed_at,cause\nyesterday,gpu\n", "line 2: `yesterday` is no time"],
    ["failed_at [h],cause\n,gpu\n", "line 2: `` is no time; write a number"],
    ["failed_at [h],cause,recovery\n1,gpu,3\n", "`recovery` has no unit"],
    ["failed_at [h],cause,recovered_at [h]\n5,gpu,3\n", "not over before it begins"],
    ["failed_at,cause\n", "it records no failure"],
    ['[{"event_type": "fault_start"', "it is no JSON"],
  ])("%j says what is wrong", (text, said) => {
    expect(readFailures(text)).toEqual({ problem: expect.stringContaining(said) });
  });

  test.each([
    ["gpu", "gpu"],
    ["GPU DBE(Double Bit ECC) > Threshold", "hbm"],
    ["GPU xid Error", "gpu"],
    ["GPU Silent Data Corruption", "sdc"],
    ["NIC PCI link Width low", "nic"],
    ["Rnic Gid Error", "nic"],
    ["Parameter Plane Cable Link Down", "cable"],
    ["Ethernet Switch", "switch"],
    ["Memory Dimm", "host"],
    ["Motherboard Battery Low", "host"],
    ["NCCL timeout", "software"],
    ["Stress Test Failure", "other"],
  ])("%j is a failure of %s", (label, cause) => {
    expect(causeOf(label)).toBe(cause);
  });
});

describe("fault events of StepFun", () => {
  test("are paired by node and fault, in days", () => {
    const text = sample("faults-stepfun.json");
    expect(isFailureEvents(text)).toBe(true);
    const { failures } = failuresOf(text);
    const events = JSON.parse(text) as readonly { readonly event_type: string }[];
    expect(failures).toHaveLength(events.filter(({ event_type }) => event_type === "fault_start").length);
    const xid = failures.find(({ label }) => label === "GPU: GPU xid Error");
    expect(xid?.recovery).toBeCloseTo((8.8896 - 8.6112) * 86_400, 6);
    expect(failures.every(({ recovery }) => recovery === null || recovery >= 0)).toBe(true);
  });

  test("that an operator planned are no failures", () => {
    const event = (type: string, days: number, words: string) => ({
      ...{ node_id: "a", event_time: days, event_type: type },
      fault_type: { Level: "Other Failure", Class: "Change", Desc: words },
    });
    const trace = failuresOf(
      JSON.stringify([
        event("fault_start", 1, "Y-cables Taken offline"),
        event("fault_end", 2, "Y-cables Taken offline"),
        event("fault_start", 3, "Server down"),
      ]),
    );
    expect(trace).toMatchObject({ planned: 1, failures: [{ label: "Change: Server down", recovery: null }] });
  });
});

test("failures of Los Alamos have one column of causes with words", () => {
  // Form of LA-UR-05-7318; the rows are made up.
  const { failures } = failuresOf(
    [
      "System,machine type,nodes,procstot,procsinnode,nodenum,nodenumz,node install,node prod,node decom,fru type,mem,cputype,memtype,num intercon,purpose,Prob Started,Prob Fixed,Down Time,Facilities,Hardware,Human Error,Network,Undetermined,Software,Same Event",
      "20,cluster,512,2048,4,7,7,1-Oct,1-Dec,current,part,16,2,2,2,compute,1/2/2002 3:04,1/2/2002 5:04,120,,Memory Dimm,,,,,No",
      "20,cluster,512,2048,4,8,8,1-Oct,1-Dec,current,part,16,2,2,2,compute,1/3/2002 0:00,1/3/2002 0:06,6,,,,,Undetermined,,No",
      "20,cluster,512,2048,4,9,9,1-Oct,1-Dec,current,part,16,2,2,2,compute,1/4/2002 0:00,1/4/2002 0:06,6,,,,Network,,,No",
    ].join("\n"),
  );
  expect(failures).toMatchObject([
    { node: "20.7", label: "Hardware: Memory Dimm", cause: "host", recovery: 7200 },
    { label: "Undetermined", cause: "other", recovery: 360 },
    { label: "Network", cause: "switch" },
  ]);
  expect((failures[1]?.at ?? 0) - (failures[0]?.at ?? 0)).toBe(20 * 3600 + 56 * 60);
});

/**
 * Files that are not in this repository: the failure data of Los Alamos, whose terms ask for a mention and grant no
 * licence. The test counts what the file has, by a count without the reader.
 */
const lanl = process.env.DTP_LANL_CSV ?? "";
test.runIf(existsSync(lanl))("all failures of Los Alamos are read", () => {
  const text = readFileSync(lanl, "utf8");
  const rows = text.trim().split(/\r?\n/).length - 1;
  const { failures } = failuresOf(text);
  expect(failures).toHaveLength(rows);
  const cpus = text.split("\n").filter((line) => line.includes(",CPU,")).length;
  expect(failures.filter(({ label }) => label === "Hardware: CPU")).toHaveLength(cpus);
});

describe("tables of jobs", () => {
  test("of Acme: ends, device time, failures; cancelled jobs are no failures", () => {
    // The two rows that the README of InternLM/AcmeTrace prints, CC BY 4.0.
    const text = `job_id,user,node_num,gpu_num,cpu_num,mem_per_pod_GB,shared_mem_per_pod,type,state,submit_time,start_time,end_time,fail_time,stop_time,duration,queue,gpu_time
dlctk696s0jbvitv,uf794,8,64,960,1000,100.0,Other,FAILED,2023-05-17 11:00:58+00:00,2023-05-17 11:01:08+00:00,2023-05-17 11:01:16+00:00,2023-05-17 11:01:16+00:00,,18,10.0,1152.0
dlc1t2ypl09b8qtp,uf794,8,64,960,1000,100.0,Other,CANCELLED,2023-05-17 11:28:42+00:00,2023-05-17 11:28:54+00:00,2023-05-17 11:30:04+00:00,,2023-05-17 11:30:04+00:00,82,12.0,5248.0
`;
    expect(isJobTable(text)).toBe(true);
    const { jobs } = jobsOf(readJobTable(text));
    expect(jobs).toMatchObject([
      { state: "FAILED", devices: 64, elapsed: 18, nodes: 8 },
      { state: "CANCELLED", elapsed: 82 },
    ]);
    expect((jobs[0]?.start ?? 0) - (jobs[0]?.submit ?? 0)).toBe(10);
    const ledger = jobLedger(jobs);
    expect(ledger.deviceTime).toBe(1152 + 5248);
    expect(Object.fromEntries(ledger.failures)).toEqual({ other: 1 });
  });

  test("of Alibaba's pods: shares of a GPU, times since the trace began", () => {
    // The three rows that the README of cluster-trace-gpu-v2023 prints.
    const text = `name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
openb-pod-0017,88000,327680,8,1000,,Burstable,Succeeded,9437497,10769854,9437497
openb-pod-0022,4000,15258,1,220,,BE,Running,9679175,9973826,9679175
openb-pod-0035,16000,32768,1,1000,V100M16|V100M32,LS,Failed,9967058,9968575,9967063
openb-pod-0099,16000,32768,0,0,,LS,Failed,9967058,9968575,9967063
`;
    const { jobs, leftOut } = jobsOf(readJobTable(text));
    expect(jobs.map(({ state, devices, elapsed }) => [state, devices, elapsed])).toEqual([
      ["COMPLETED", 8, 1_332_357],
      ["RUNNING", 0.22, 294_651],
      ["FAILED", 1, 1512],
    ]);
    expect(leftOut).toBe(1);
  });

  test("of Philly: an attempt that is followed by another has failed", () => {
    // The entry that the README of msr-fiddle/philly-traces prints, CC BY 4.0, with a third attempt that has no end.
    const gpus = [{ ip: "m47", gpus: ["gpu0", "gpu1", "gpu2", "gpu3", "gpu4", "gpu5", "gpu6", "gpu7"] }];
    const text = JSON.stringify([
      {
        status: "Killed",
        jobid: "application_1506638472019_14199",
        attempts: [
          { start_time: "2017-10-07 01:12:09", end_time: "2017-10-07 01:13:23", detail: gpus },
          { start_time: "2017-10-07 01:13:30", end_time: "2017-10-09 06:53:12", detail: gpus },
        ],
        submitted_time: "2017-10-07 01:11:39",
      },
      {
        status: "Pass",
        jobid: "b",
        attempts: [{ start_time: "2017-10-07 01:12:09", end_time: null, detail: gpus }],
      },
      { status: "Pass", jobid: "c", attempts: [] },
    ]);
    expect(isAttemptLog(text)).toBe(true);
    const { jobs, leftOut } = jobsOf(readAttempts(text));
    expect(jobs.map(({ state, elapsed, devices }) => [state, elapsed, devices])).toEqual([
      ["FAILED", 74, 8],
      ["CANCELLED", 193_182, 8],
    ]);
    expect(leftOut).toBe(1);
  });

  test("a broken file gives a problem or finite numbers", () => {
    const table =
      "job_id,gpu_num,state,submit_time,start_time,end_time,duration\n1,8,FAILED,2023-05-17 11:00:58,,,1e9\n";
    for (let seed = 1; seed < 200; seed++) {
      for (const [text, read] of [
        [table, readJobTable],
        [OWN, readFailures],
        [sample("faults-stepfun.json"), readFailures],
      ] as const) {
        const at = (seed * 7919) % text.length;
        const broken = read(text.slice(0, at) + ',9\n"{'.slice(seed % 5) + text.slice(at + (seed % 9)));
        if ("problem" in broken) continue;
        const numbers =
          "jobs" in broken
            ? broken.jobs.flatMap(({ elapsed, devices }) => [elapsed, devices])
            : broken.failures.flatMap(({ at: when, recovery }) => [when, recovery ?? 0]);
        expect(numbers.every((one) => Number.isFinite(one) && one >= 0)).toBe(true);
      }
    }
  });
});

describe("in the language", () => {
  const BASE = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 3
  micro_batch = 1
  seq_len = 8_192
  global_batch = 1_024 sequences
  checkpoint = sharded
}
`;

  test("failures with the time watched are a fleet's failures and repairs", () => {
    const s = memorySession({ "faults.csv": OWN });
    const result = cell(
      s,
      `import causes, failures, mtbf, mtbf_high, mtbf_low, observed_failures, observed_repair from "./faults.csv"
${BASE}let watched = 512 GPUs * 30 days
cluster ours = dgx_h100 with {
  nodes = 64
  failures = observed_failures(device_time = watched)
  repair = observed_repair
}
let base = llama3_8b on ours with p
sweep rates = causes where cause != "total" derive mtbf = watched / failures
expect base.reliability.rate * 30 days ~= 4 within 0.001%
expect base.reliability.mtbf ~= mtbf(watched) / 512 GPUs within 0.001%
expect mtbf_low(watched) < mtbf(watched)
expect mtbf(watched) < mtbf_high(watched)
expect length(failures) == 4
expect length(rates) == 3
expect ours.repair.gpu == 3 h
`,
    );
    expect(codes(result)).toEqual([]);
    expect(result.expectations?.map(({ pass }) => pass) ?? result.outputs.length).toBeTruthy();
    expect(shown(s, "base.reliability.mtbf")).toBeCloseTo((30 * 86_400) / 4, 3);
    expect(shown(s, "first(rates.mtbf)")).toBeCloseTo((512 * 30 * 86_400) / 2, 3);
    expect(shown(s, "ours.repair.gpu")).toBeCloseTo(3 * 3600, 6);
  });

  test("without the time watched, the diagnostic says that it is missing", () => {
    const s = memorySession({ "faults.csv": OWN });
    const { diagnostics } = cell(
      s,
      `import observed_failures from "./faults.csv"
${BASE}let base = llama3_8b on (dgx_h100 with { failures = observed_failures }) with p
show base.goodput
`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["wrong-type"]);
    expect(diagnostics[0]?.help).toContain("call it: `observed_failures(device_time = ..)`");
    expect(diagnostics[0]?.help).toContain("devices watched times how long");
  });

  test("a file that cannot be read says so; another table stays a table", () => {
    const s = memorySession({ "bad.csv": "failed_at,cause\nnow,gpu\n", "rows.csv": "time,cause\n1,gpu\n" });
    expect(codes(cell(s, 'import failures from "./bad.csv"\n'))).toEqual(["unreadable-failures"]);
    expect(codes(cell(s, 'import rows from "./rows.csv"\nshow rows\n'))).toEqual([]);
  });

  test("completion and hover know the names of the file", () => {
    const s = memorySession({ "faults.csv": OWN });
    const text = 'import obs from "./faults.csv"';
    const { items } = s.complete(text, "import obs".length);
    expect(items.map(({ text: one }) => one)).toContain("observed_failures");
  });
});

test("a published trace's text is the same in all its forms", () => {
  // The study's table was made from the events: as many failures, causes and recoveries.
  const table = failuresOf(readFileSync(join(root, "notebooks/studies/faults-stepfun.csv"), "utf8"));
  const events = failuresOf(sample("faults-stepfun.json"));
  const same = table.failures.slice(0, events.failures.length);
  expect(same.map(({ cause }) => cause)).toEqual(events.failures.map(({ cause }) => cause));
  expect(table.failures).toHaveLength(579);
});
