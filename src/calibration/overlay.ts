import { format, parse } from "../dsl/syntax/index.ts";
import { groupBy } from "../validation/statistics/groupBy.ts";
import { type Calibration, type FittedConstant, ownerIn } from "./calibrate.ts";
import type { Run } from "./readRuns.ts";
import { written } from "./written.ts";

/**
 * Fitted constants as definitions in the language: each device, each cluster with its links, and each
 * software stack, under the library's name with `_calibrated` appended. `cite` says what they were fitted on.
 */
export function overlay(calibration: Calibration, citation: string): string {
  const cite = citation.replace(/\s+/g, " ").trim();
  /** Fitted constants of one run below a path. */
  const under = (run: Run, path: string): readonly FittedConstant[] =>
    run.places.flatMap((place) =>
      place.path.startsWith(`${path}.`)
        ? calibration.constants.filter(
            (one) =>
              one.found &&
              one.path === place.path &&
              one.owner === ownerIn(place, calibration.device) &&
              // The runs keep the values that the fit gave them.
              one.value === place.holder[place.key],
          )
        : [],
    );
  const runs = calibration.runs.map(({ run }) => run);
  const quoted = JSON.stringify(cite);

  const devices = new Map<string, string>();
  const clusters = new Map<string, string>();
  const plans = new Map<string, string>();
  const imports = { devices: new Set<string>(), clusters: new Set<string>() };
  for (const run of byCount(runs, (one) => one.device.std)) {
    const fields = fieldLines(under(run, "cluster.device"), "cluster.device.");
    if (fields.length === 0) continue;
    imports.devices.add(run.device.std);
    const name = `${run.device.std}_calibrated`;
    devices.set(name, block(`device ${name} cite ${quoted} = ${run.device.std} with`, fields));
  }
  const nodes = new Set<string>();
  const groups = byCount(runs, (one) => [one.device.std, ...linkText(one)].join("\n"));
  for (const run of [...groups.filter(hasNetwork), ...groups.filter((one) => !hasNetwork(one))]) {
    // A cluster of one node is covered by one with the same node and a network.
    const node = [run.device.std, ...run.clusterFields.filter((field) => field.startsWith("scale_up"))].join(
      "\n",
    );
    if (!hasNetwork(run) && nodes.has(node)) continue;
    nodes.add(node);
    const up = under(run, "cluster.scale_up");
    const out = hasNetwork(run) ? under(run, "cluster.scale_out") : [];
    const device = `${run.device.std}_calibrated`;
    if (up.length + out.length === 0 && !devices.has(device)) continue;
    imports.clusters.add(run.device.cluster);
    const name = unused(clusters, run);
    const body = [
      ...(devices.has(device) ? [`device = ${device}`] : []),
      ...linkLines(run, "scale_up", up),
      ...linkLines(run, "scale_out", out),
    ];
    clusters.set(name, block(`cluster ${name} cite ${quoted} = ${run.device.cluster} with`, body));
  }
  for (const run of byCount(runs, frameworkOf)) {
    const constants = under(run, "plan.framework");
    if (constants.length === 0) continue;
    const name = `${frameworkOf(run)}_calibrated`;
    const fields = [...yearOf(run), ...fieldLines(constants, "plan.framework.")].join(", ");
    plans.set(name, block(`plan ${name} cite ${quoted}`, [`framework = ${frameworkOf(run)}(${fields})`]));
  }
  const importLine = (names: ReadonlySet<string>, file: string) =>
    names.size > 0 ? [`import ${[...names].sort().join(", ")} from "std/${file}"`] : [];
  const importLines = [
    ...importLine(imports.clusters, "clusters"),
    ...importLine(imports.devices, "devices"),
  ];
  const text = `${[
    ["edition 2026"],
    importLines,
    [
      `# ${cite}.`,
      '# Import these by name: from "./FILE.dtp". Constants that no run depends on keep the standard library\'s values.',
    ],
    ...[...devices.values(), ...clusters.values(), ...plans.values()].map((text) => [text]),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
  // Long tags are wrapped as `dtp fmt` does.
  return format(parse({ name: "overlay.dtp", text }, "file").file);
}

const block = (head: string, fields: readonly string[]) =>
  [`${head} {`, ...fields.map((field) => `  ${field}`), "}"].join("\n");

function fieldLines(constants: readonly FittedConstant[], path: string): readonly string[] {
  return constants.map((one) => `${one.path.slice(path.length)} = ${written(one.value, one.field)}`);
}

/** One run of each kind, the most frequent kind first. */
function byCount(runs: readonly Run[], kind: (run: Run) => string): readonly Run[] {
  return [...groupBy(runs, kind).values()]
    .sort((one, other) => other.length - one.length)
    .flatMap(([first]) => (first ? [first] : []));
}

const hasNetwork = ({ scenario }: Run) => scenario.cluster.nodes > 1;

/** Link fields of a run, as its program writes them. A single node has no scale-out. */
function linkText(run: Run): readonly string[] {
  return run.clusterFields.filter(
    (field) =>
      field.startsWith("scale_up") || (hasNetwork(run) && /^scale_out(?!\.nics_per_node)/.test(field)),
  );
}

/** Lines of one link: the program's text, with the constants inside a tag or after it. */
function linkLines(
  run: Run,
  link: "scale_up" | "scale_out",
  constants: readonly FittedConstant[],
): readonly string[] {
  if (constants.length === 0) return [];
  const lines = run.clusterFields.filter((field) => field.startsWith(link));
  const values = fieldLines(constants, `cluster.${link}.`);
  const whole = lines.find((line) => line.startsWith(`${link} = `));
  if (whole !== undefined) return [`${whole.replace(/\)$/, "")}, ${values.join(", ")})`];
  return [...lines, ...values.map((value) => `${link}.${value}`)];
}

function unused(taken: ReadonlyMap<string, string>, { device, scenario }: Run): string {
  const { scaleUp, scaleOut } = scenario.cluster;
  const plain = `${device.cluster}_calibrated`;
  const linked = `${plain}_${scaleOut?.kind ?? scaleUp.kind}`;
  const named = `${linked}_${device.std}`;
  const free = [plain, linked, named].find((name) => !taken.has(name));
  return free ?? `${named}_${taken.size + 1}`;
}

const frameworkRecord = ({ places }: Run) =>
  places.find(({ path }) => path.startsWith("plan.framework."))?.holder;

function frameworkOf(run: Run): string {
  const name = frameworkRecord(run)?.name;
  return typeof name === "string" ? name : "";
}

function yearOf(run: Run): readonly string[] {
  const year = frameworkRecord(run)?.year;
  return typeof year === "number" && year > 0 ? [`year = ${year}`] : [];
}
