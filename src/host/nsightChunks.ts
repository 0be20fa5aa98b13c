/** Parts of `node:sqlite` that are called; the types of Node 20 do not have it. */
interface DatabaseSync {
  prepare(sql: string): {
    get(...values: readonly (string | number)[]): Row | undefined;
    iterate(...values: readonly (string | number)[]): Iterable<Row>;
  };
  close(): void;
}
type Row = Readonly<Record<string, unknown>>;
interface Sqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => DatabaseSync;
  readonly StatementSync?: { readonly prototype: { readonly iterate?: unknown } };
}

/** Number of events that are turned into text at a time. */
const BATCH = 4096;

/** NVTX range of a step, by its name: `step 12`, `iteration_12`, `ProfilerStep#12`, `train_step: 12`. */
const STEP = /^(?:profiler|train(?:ing)?|global)?[ _-]?(?:step|iter(?:ation)?)[ _:#=-]*(\d+)/i;

/** Sentence on why the database cannot be read by this Node; null where it can. */
export function nsightProblem(): string | null {
  if (sqlite()) return null;
  return `a database of Nsight Systems is read with Node 22.13 or later, which has SQLite; this is Node ${process.versions.node}`;
}

/** SQLite of Node: there since Node 22.13 without a flag. */
function sqlite(): Sqlite | undefined {
  const found = process.getBuiltinModule?.("node:sqlite") as Sqlite | undefined;
  return typeof found?.StatementSync?.prototype.iterate === "function" ? found : undefined;
}

/**
 * Kernels, copies and steps of a database of Nsight Systems (`nsys export --type sqlite`), as the text of a trace of
 * PyTorch's profiler in chunks. Times are in ns there and in µs here. Tables are there only where something was recorded. Source: NVIDIA Nsight Systems
 * User Guide, "SQLite Schema Reference". A file of several devices stands for the first of them.
 */
export function* nsightChunks(path: string): Iterable<Uint8Array> {
  const found = sqlite();
  if (!found) return;
  const encoder = new TextEncoder();
  const database = new found.DatabaseSync(path, { readOnly: true });
  try {
    const { device, devices } = devicesOf(database);
    const about = {
      source: "Nsight Systems",
      remarks:
        devices > 1
          ? [`The file has kernels of ${devices} devices; those of device ${device} are read.`]
          : [],
    };
    const name = nameOf(database, device);
    const properties = name === null ? [] : [{ id: device, name }];
    yield encoder.encode(
      `{"dtpTrace": ${JSON.stringify(about)}, "deviceProperties": ${JSON.stringify(properties)}, "traceEvents": [`,
    );
    let batch: string[] = [];
    let isFirst = true;
    const text = (): Uint8Array => {
      const joined = `${isFirst ? "" : ","}${batch.join(",")}`;
      [batch, isFirst] = [[], false];
      return encoder.encode(joined);
    };
    for (const event of eventsOf(database, device)) {
      batch.push(JSON.stringify(event));
      if (batch.length >= BATCH) yield text();
    }
    if (batch.length > 0) yield text();
    yield encoder.encode("]}");
  } finally {
    database.close();
  }
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) !== undefined;

const KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL";

function devicesOf(database: DatabaseSync): { readonly device: number; readonly devices: number } {
  if (!hasTable(database, KERNELS)) return { device: 0, devices: 0 };
  const row = database
    .prepare(`SELECT min(deviceId) AS device, count(DISTINCT deviceId) AS devices FROM ${KERNELS}`)
    .get();
  return { device: Number(row?.device ?? 0), devices: Number(row?.devices ?? 0) };
}

function nameOf(database: DatabaseSync, device: number): string | null {
  const table = "TARGET_INFO_GPU";
  if (!hasTable(database, table) || !hasColumn(database, table, "name")) return null;
  const id = hasColumn(database, table, "cuDevice") ? "cuDevice" : "id";
  const row = database.prepare(`SELECT name FROM ${table} WHERE ${id} = ?`).get(device);
  return typeof row?.name === "string" ? row.name : null;
}

/** Events as PyTorch's profiler writes them. */
function* eventsOf(database: DatabaseSync, device: number): Iterable<object> {
  if (hasTable(database, KERNELS)) {
    const names = hasColumn(database, KERNELS, "demangledName") ? "demangledName" : "shortName";
    const kernels = database.prepare(
      `SELECT k.start AS start, k.end - k.start AS long, s.value AS name FROM ${KERNELS} k JOIN StringIds s ON s.id = k.${names} WHERE k.deviceId = ? ORDER BY k.start`,
    );
    for (const row of kernels.iterate(device)) yield event("kernel", String(row.name), row, device);
  }
  for (const [table, category, name] of [
    ["CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy", "Memcpy"],
    ["CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", "Memset"],
  ] as const) {
    if (!hasTable(database, table)) continue;
    const copies = database.prepare(
      `SELECT start, end - start AS long FROM ${table} WHERE deviceId = ? ORDER BY start`,
    );
    for (const row of copies.iterate(device)) yield event(category, name, row, device);
  }
  if (!hasTable(database, "NVTX_EVENTS")) return;
  const byId = hasColumn(database, "NVTX_EVENTS", "textId") && hasTable(database, "StringIds");
  const ranges = database.prepare(
    byId
      ? "SELECT n.start AS start, n.end - n.start AS long, coalesce(n.text, s.value) AS name FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId WHERE n.end IS NOT NULL ORDER BY n.start"
      : "SELECT start, end - start AS long, text AS name FROM NVTX_EVENTS WHERE end IS NOT NULL ORDER BY start",
  );
  // Each rank of a node marks its steps, so a number counts once.
  const seen = new Set<string>();
  for (const row of ranges.iterate()) {
    const number = STEP.exec(String(row.name ?? ""))?.[1];
    if (number === undefined || seen.has(number)) continue;
    seen.add(number);
    yield event("user_annotation", `ProfilerStep#${number}`, row, device);
  }
}

function event(cat: string, name: string, row: Row, device: number): object {
  return { ph: "X", cat, name, ts: Number(row.start) / 1e3, dur: Number(row.long) / 1e3, args: { device } };
}
