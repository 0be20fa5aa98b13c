import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const QUEUE = `import dgx_h100 from "std/clusters"
cluster pod = dgx_h100 with { nodes = 4 }
queue shared {
  cluster = pod
  backfill = none
  jobs = [
    job(name = "a", devices = 24, time = 4 h)
    job(name = "b", devices = 32, time = 2 h, submit = 1 h)
    job(name = "c", devices = 8, time = 2 h, submit = 2 h)
  ]
}
`;

function shown(text: string): string {
  const s = memorySession();
  const { outputs, diagnostics } = cell(s, text);
  expect(diagnostics).toEqual([]);
  return outputs.map(({ document }) => toText(document, { width: 120 })).join("\n");
}
const messages = (text: string): readonly string[] => {
  const s = memorySession();
  return cell(s, text).diagnostics.map(({ message }) => message);
};

describe("a queue", () => {
  test("is shown with its jobs, plotted in three ways, and its numbers are explained", () => {
    const text = shown(`${QUEUE}show shared
plot shared
plot shared.occupancy
plot shared.device_time
explain shared.wait
explain shared.device_time.too_few
`);
    for (const line of [
      "4 nodes of 8 devices. First come, first served; no backfill",
      "b        4        1 h      3 h      2 h",
      "idle: fewer free nodes than any queued job needs",
      "node 3",
      "nodes requested by waiting jobs",
      "mean over the jobs",
      ": submission of the job (queue.jobs[1].submit) = 60 min  [given 1 h",
    ])
      expect(text.replaceAll("60 min    3 h", "1 h      3 h").replace(/ {2,}/g, "  ")).toContain(
        line.replace(/ {2,}/g, "  "),
      );
  });

  test("is varied by a sweep, and by `with`", () => {
    const text = shown(`${QUEUE}sweep rules = shared for queue.backfill in [none, easy]
show rules
show rules { queue.backfill, wait as h, makespan as h }
let fast = shared with { backfill = easy }
show fast.wait as h, shared.wait as h
expect fast.wait ~= 1 h within 1%
expect shared.wait ~= (0 + 3 + 4) * 1 h / 3 within 1%
`);
    expect(text).toMatch(/none +2\.333 +8/);
    expect(text).toMatch(/easy +1\.000 +6/);
  });

  test("takes devices, time, checkpoints and restarts from the scenarios that it runs", () => {
    const s = memorySession();
    cell(s, BASE);
    const { diagnostics, outputs } = cell(
      s,
      `let run = t with {
  plan.tokens = 1B tokens
  plan.checkpoint = sharded(interval = 10 min)
  cluster.restart = 5 min
}
queue two {
  cluster = run.cluster
  jobs = [job(run), job(run)]
}
expect two.makespan ~= 2 * run.time_to_train within 0.001%
expect two.utilisation == 100%
expect two.jobs.devices == [run.cluster.devices, run.cluster.devices]
show two.wait`,
    );
    expect(diagnostics).toEqual([]);
    expect(outputs.length).toBeGreaterThan(0);
  });

  test("and a scenario each have results of their own", () => {
    expect(messages(`${QUEUE}show shared.mfu`)).toEqual(["there is no result `mfu`"]);
    expect(messages(`${BASE}\nshow t.lost_work`)).toEqual(["there is no result `lost_work`"]);
    expect(messages(`${QUEUE}let wait = 3\nshow wait + 1`)).toEqual([]);
  });

  test("without what a job takes says what is missing; negative times and rates are out of range", () => {
    const broken = (job: string) =>
      messages(QUEUE.replace('job(name = "a", devices = 24, time = 4 h)', job).concat("show shared.wait"))[0];
    expect(broken('job(name = "a", devices = 24)')).toContain("`time`");
    for (const argument of ["time = -4 h", "submit = -4 h", "every = -1 h", "limit = -1 h", "restart = -1 h"])
      expect(
        broken(`job(name = "a", devices = 24, time = 4 h, ${argument})`.replace(/time = 4 h, time/, "time")),
      ).toContain("out of range");
    expect(broken('job(name = "a", devices = -24, time = 4 h)')).toContain("out of range");
    expect(broken("job(pod)")).toContain("`scenario`");
  });

  test("its members are completed and explained on hover", () => {
    const s = memorySession();
    cell(s, QUEUE);
    const names = s.complete("shared.", 7).items.map(({ text }) => text);
    for (const name of ["wait", "utilisation", "backfill", "device_time"]) expect(names).toContain(name);
    expect(names).not.toContain("mfu");
    const nested = s.complete("shared.device_time.", 19).items.map(({ text }) => text);
    expect(nested).toContain("fragmented");
    expect(JSON.stringify(s.inspect("shared.wait", 9))).toContain("first start");
  });
});

test("codes of money and data", () => {
  expect(codes(cell(memorySession(), `${BASE}\nshow t with { cluster.price = -$2/GPU-hour }`))).toEqual([
    "out-of-range",
  ]);
  for (const price of ["owned(-$1/GPU)", "owned($1/GPU, interest = -1%)", "reserved(-$1/GPU-hour)"])
    expect(
      codes(
        cell(
          memorySession(),
          `${BASE}\nshow (t with { plan.tokens = 1B tokens, cluster.price = ${price} }).cost`,
        ),
      ),
    ).toContain("out-of-range");
  for (const field of ["staff = -$1/years", "storage_price = -$1/GB/month", "transfer_price = -$1/GB"])
    expect(codes(cell(memorySession(), `${BASE}\nshow t with { cluster.${field} }`))).toContain(
      "out-of-range",
    );
  expect(codes(cell(memorySession(), `${BASE}\nshow t with { plan.data = dataset(workers = 0) }`))).toContain(
    "out-of-range",
  );
});
