import { FITS, type Fit } from "../../engine/trainingStep/memory/fit.ts";
import { attribute, createSession, type Session, type World } from "../../session/index.ts";
import type { Limit } from "./limit.ts";

/** Choices of the plan space. Fields that only mean something together are one choice. */
export const CHOICES = [
  ["tp", "sequence_parallel"],
  ["cp"],
  ["ep"],
  ["pp", "schedule", "vpp"],
  ["micro_batch"],
  ["recompute"],
  ["offload"],
  ["zero"],
] as const;
type Choice = (typeof CHOICES)[number];
type Field = Choice[number] | "dp";

/** A choice that differs between two plans, and its share of their difference. */
export interface Difference {
  /** Fields that differ. */
  readonly fields: readonly Field[];
  /**
   * Effect on the step in seconds, negative where the search's choice is faster. null where it cannot be
   * separated from the next choice's.
   */
  readonly seconds: number | null;
}

/** A plan with this engine's estimate of it. */
export interface Judged {
  /** Fields of the plan, in the language. */
  readonly plan: Readonly<Record<Field, string>>;
  /** Step time in seconds. */
  readonly step: number;
  /** Peak bytes on a device, and the device's capacity. */
  readonly peak: number;
  readonly capacity: number;
  readonly fits: Fit;
}

export interface Compared {
  readonly paper: string;
  readonly run: string;
  readonly published: Judged;
  /**
   * Best plan within the abilities of the run's software (`ofItsTime`), and in the whole plan space
   * (`today`). null where no plan fits.
   */
  readonly ofItsTime: Judged | null;
  readonly today: Judged | null;
  /** Differences between the published plan and the best of its time that change the step time. */
  readonly differences: readonly Difference[];
  /** Number of plans that each of the two searches covers. */
  readonly spaces: { readonly ofItsTime: number; readonly today: number };
}

/** Relative change of the step below which a difference counts as none. */
const ROUNDING = 1e-9;
const FIELDS: readonly Field[] = [...CHOICES.flat(), "dp"];
const COLUMNS = [
  ...FIELDS.map((field) => `plan.${field}`),
  ...["step_time", "memory.peak", "memory.capacity", "memory.fits"],
].join(", ");

/** One run of a file of std/papers, compared with the best plan of its model, cluster and batch. */
export function compareWithSearch(
  world: World,
  paper: string,
  run: string,
  limits: readonly Limit[],
): Compared {
  const session = createSession(world);
  const clauses = limits.map(({ path, values }) => ` for ${path} in ${values}`).join("");
  execute(session, searchesText(paper, run, clauses));
  const published = judged(session, run);
  if (!published) throw new Error(`std/papers/${paper} has no plan of ${run}`);
  const ofItsTime = judged(session, "of_its_time");
  return {
    ...{ paper, run, published, ofItsTime, today: judged(session, "today") },
    differences: ofItsTime ? differencesOf(session, run, published, ofItsTime) : [],
    spaces: { ofItsTime: sizeOf(session, "of_its_time"), today: sizeOf(session, "today") },
  };
}

/**
 * Program text of both searches. Plans that may not fit are allowed, like the published one, which did run.
 * `today` lifts the framework's limits on schedules; everything else of the software, machine and batch is
 * unchanged.
 */
const searchesText = (paper: string, run: string, clauses: string): string => `edition 2026
import ${run} from "std/papers/${paper}"
search of_its_time = ${run} for plan in all${clauses} where memory.fits != no minimize step_time keep 1
search today = ${run} with { plan.framework.schedules = all } where memory.fits != no minimize step_time keep 1
`;

function execute(session: Session, text: string): unknown {
  const { outputs, diagnostics } = session.run(text, { name: "published plans", mode: "cell" });
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(`${wrong.message}\n${text}`);
  return outputs.find(({ kind }) => kind === "show")?.data;
}

function judged(session: Session, name: string): Judged | null {
  const [row] = rowsOf(execute(session, `show ${name} { ${COLUMNS} }`));
  if (!row) return null;
  const texts = row.slice(0, FIELDS.length).map((value) => String(value ?? "none"));
  const [step, peak, capacity, fits] = row.slice(FIELDS.length);
  return {
    plan: Object.fromEntries(FIELDS.map((field, i) => [field, texts[i] ?? ""])) as Judged["plan"],
    ...{
      step: Number(step),
      peak: Number(peak),
      capacity: Number(capacity),
      fits: FITS.find((one) => one === fits) ?? "no",
    },
  };
}

function sizeOf(session: Session, name: string): number {
  const data = execute(session, `show ${name}.skipped`);
  return typeof data === "object" && data !== null && "tried" in data ? Number(data.tried) : 0;
}

function rowsOf(data: unknown): readonly (readonly unknown[])[] {
  return typeof data === "object" && data !== null && "rows" in data && Array.isArray(data.rows)
    ? data.rows
    : [];
}

function differencesOf(session: Session, run: string, from: Judged, to: Judged): readonly Difference[] {
  const differing = (fields: readonly Field[]) =>
    fields.filter((field) => from.plan[field] !== to.plan[field]);
  const choices = CHOICES.filter((fields) => differing(fields).length > 0);
  const { shares } = attribute(choices.length, (made) => {
    const fields = choices.flatMap((choice, i): readonly Field[] => (made[i] ? choice : []));
    const changes = fields.map((field) => `plan.${field} = ${to.plan[field]}`);
    const { outputs } = session.run(
      `let mixed = ${run} with { ${["plan.dp = fill", ...changes].join(", ")} }\nshow mixed { step_time }`,
      { name: "published plans, mixed", mode: "cell" },
    );
    const [row] = rowsOf(outputs.find(({ kind }) => kind === "show")?.data);
    return typeof row?.[0] === "number" ? { step: row[0] } : null;
  });
  return shares
    .map(({ changes, numbers }) => ({
      fields: differing(changes.flatMap((i): readonly Field[] => choices[i] ?? [])),
      seconds: numbers.step ?? null,
    }))
    .filter(({ seconds }) => seconds === null || Math.abs(seconds) > ROUNDING * from.step);
}
