import { Fleet } from "./fleet.ts";
import { type IdleReason, whyIdle } from "./idle.ts";
import { inOrder } from "./inOrder.ts";
import { type Moment, nodesWanted } from "./nodesWanted.ts";
import { earliest, fits, type Occupancy } from "./occupancy.ts";
import { overQuota, type Running } from "./running.ts";
import { Usage } from "./usage.ts";
import { victims } from "./victims.ts";
import { type Job, nodesOf, type Workload } from "./workload.ts";

/** A job on its nodes, from a start to its end or preemption. */
export interface Span {
  readonly job: Job;
  readonly nodes: readonly number[];
  readonly from: number;
  readonly until: number;
  /**
   * Restart time after a preemption or a failure in this span, s. `lost` is the progress that the end of the span undoes,
   * s.
   */
  readonly restart: number;
  readonly lost: number;
  /**
   * Progress since the job's beginning when the span ends, s, of which a stopped job keeps what it saved.
   */
  readonly progress: number;
  readonly preempted: boolean;
  /** True where a node fails and ends the span. */
  readonly failed: boolean;
}

/** Idle nodes over a time, with the reason. */
export interface IdleTime {
  readonly from: number;
  readonly until: number;
  readonly nodes: number;
  readonly reason: IdleReason;
}

/** Nodes and spans of one job in the simulation. */
export interface JobRun {
  readonly job: Job;
  /** Number of nodes that the job takes. */
  readonly nodes: number;
  /** Spans in order of time: the last ends the job, earlier ones end in preemptions or failures. */
  readonly spans: readonly Span[];
  /** Time of the first start; `end` is the time of the end. */
  readonly start: number;
  readonly end: number;
}

export interface QueueRun {
  /** Runs in the order of the workload's jobs. */
  readonly jobs: readonly JobRun[];
  /** Spans in the order of their ends. */
  readonly spans: readonly Span[];
  readonly idle: readonly IdleTime[];
}

/**
 * Simulates a queue from event to event: a submission, an end, or a node that starts, fails or is given back. At each event, waiting jobs are
 * examined in order. A job that fits starts; one that does not may preempt others, or else waits. `backfill`
 * says how many waiting jobs have a reservation that later jobs must respect: none lets no job pass, one is
 * EASY (Lifka 1995), all is conservative (Mu'alem and Feitelson, IEEE TPDS 12(6), 2001). Jobs over their
 * team's quota wait without blocking others.
 */
export function simulateQueue(workload: Workload): QueueRun {
  const arrivals = [...workload.jobs].sort((a, b) => a.submitSeconds - b.submitSeconds);
  const saved = new Map<Job, number>();
  /** Restart time of the jobs that have run before. */
  const again = new Map<Job, number>();
  const spans: Span[] = [];
  const idle: IdleTime[] = [];
  const usage = new Usage(workload.halfLifeSeconds);
  let waiting: Job[] = [];
  let running: Running[] = [];
  let now = arrivals[0]?.submitSeconds ?? 0;
  const fleet = new Fleet(workload, now);

  const start = (job: Job, nodes: readonly number[]): void => {
    const before = saved.get(job) ?? 0;
    const restart = again.get(job) ?? 0;
    const end = now + restart + job.seconds - before;
    const until = end + job.limitSeconds - job.seconds;
    running.push({ job, nodes, from: now, end, until, restart, before });
    waiting = waiting.filter((one) => one !== job);
  };
  const stop = (one: Running, why: "done" | "preempted" | "failed"): void => {
    const { job } = one;
    running = running.filter((other) => other !== one);
    const span = spanOf(one, now, why);
    spans.push(span);
    saved.set(job, why === "done" ? span.progress : keptOf(job, span.progress));
    again.set(job, why === "failed" ? job.failedSeconds : job.restartSeconds);
    if (why !== "done") waiting.push(job);
  };
  const remaining = (job: Job): number => (again.get(job) ?? 0) + job.limitSeconds - (saved.get(job) ?? 0);

  /** One pass through the waiting jobs. Returns true after a preemption, which changes the waiting jobs. */
  const pass = (): boolean => {
    const unavailable = fleet.unavailable(now);
    const reserved: Occupancy[] = [];
    for (const job of inOrder(workload, waiting, now, usage)) {
      if (overQuota(workload, job, running)) continue;
      const asked = { seconds: remaining(job), count: nodesOf(workload, job) };
      const taken = [...unavailable, ...running, ...reserved];
      const nodes = fits(workload, taken, { at: now, ...asked });
      if (nodes) {
        start(job, nodes);
        continue;
      }
      const gone = workload.preemption === "none" ? null : victims(workload, job, running, now, unavailable);
      if (gone) {
        for (const one of gone) stop(one, "preempted");
        const cleared = fits(workload, [...unavailable, ...running], { at: now, ...asked });
        if (cleared) start(job, cleared);
        return true;
      }
      if (workload.backfill === "none") break;
      if (workload.backfill === "conservative" || reserved.length === 0)
        reserved.push(earliest(workload, taken, now, asked));
    }
    return false;
  };

  while (arrivals.length > 0 || waiting.length > 0 || running.length > 0) {
    while ((arrivals[0]?.submitSeconds ?? Number.POSITIVE_INFINITY) <= now)
      waiting.push(...arrivals.splice(0, 1));
    for (const one of running.filter(({ end }) => end <= now)) stop(one, "done");
    for (const node of fleet.advance(now))
      for (const one of running.filter(({ nodes }) => nodes.includes(node))) stop(one, "failed");
    while (pass());
    if (workload.autoscale) rent(workload, fleet, { waiting, running, now, usage });
    const next = Math.min(
      arrivals[0]?.submitSeconds ?? Number.POSITIVE_INFINITY,
      ...running.map((r) => r.end),
      arrivals.length + waiting.length + running.length > 0 ? fleet.next(now) : Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(next)) break;
    if (next > now) idle.push(...idleNodes(workload, fleet, { waiting, running, now }, next));
    usage.advance(next, nodesByTeam(running));
    now = next;
  }
  return { jobs: jobRuns(workload, spans), spans, idle };
}

/** Span of a job that ends now. */
function spanOf(one: Running, now: number, why: "done" | "preempted" | "failed"): Span {
  const { job, nodes, from } = one;
  const restart = Math.min(now - from, one.restart);
  const progress = why === "done" ? job.seconds : one.before + (now - from) - restart;
  const kept = why === "done" ? progress : keptOf(job, progress);
  const ended = { preempted: why === "preempted", failed: why === "failed" };
  return { job, nodes, from, until: now, restart, lost: progress - kept, progress, ...ended };
}

/** Orders nodes for jobs that wait, and gives back idle ones. */
function rent(workload: Workload, fleet: Fleet, moment: Moment): void {
  const busy = new Set(moment.running.flatMap(({ nodes }) => nodes));
  fleet.scale(moment.now, nodesWanted(workload, fleet, moment), busy);
}

/** Nodes without a job from now until `until`, by reason. */
function idleNodes(
  workload: Workload,
  fleet: Fleet,
  { waiting, running, now }: Pick<Moment, "waiting" | "running" | "now">,
  until: number,
): readonly IdleTime[] {
  const free = fleet.count("on") - running.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const unready = [
    [fleet.count("starting"), "starting"],
    [fleet.count("broken"), "repair"],
  ] as const;
  const unavailable = fleet.unavailable(now);
  const idle =
    free > 0 ? ([[free, whyIdle(workload, waiting, running, now, { free, unavailable })]] as const) : [];
  return [...idle, ...unready].flatMap(([nodes, reason]) =>
    nodes > 0 ? [{ from: now, until, nodes, reason }] : [],
  );
}

function jobRuns(workload: Workload, spans: readonly Span[]): readonly JobRun[] {
  const byJob = new Map(workload.jobs.map((job): [Job, Span[]] => [job, []]));
  for (const span of spans) byJob.get(span.job)?.push(span);
  return [...byJob].map(([job, own]) => ({
    job,
    nodes: nodesOf(workload, job),
    spans: own,
    start: own[0]?.from ?? job.submitSeconds,
    end: own.at(-1)?.until ?? job.submitSeconds,
  }));
}

/** Progress that a preempted job resumes from: its last checkpoint. */
function keptOf({ savedEverySeconds: every }: Job, progress: number): number {
  return every === null ? 0 : Math.floor(progress / every) * every;
}

function nodesByTeam(running: readonly Running[]): ReadonlyMap<string, number> {
  const nodes = new Map<string, number>();
  for (const one of running) nodes.set(one.job.team, (nodes.get(one.job.team) ?? 0) + one.nodes.length);
  return nodes;
}
