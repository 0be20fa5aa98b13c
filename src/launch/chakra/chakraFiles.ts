import { strideOf } from "../../engine/trainingStep/fabric/groups.ts";
import type { Timeline } from "../../engine/trainingStep/step/timeline.ts";
import { callsOf, ranksOf } from "./calls.ts";
import { delimited } from "./protobuf.ts";
import { networkYaml, systemJson } from "./simulatorInputs.ts";
import { stageNodes } from "./stageNodes.ts";
import type { TracedStep } from "./tracedStep.ts";
import { encoded, globalMetadata } from "./traceNode.ts";

/** File of a trace: its ending after the scenario's name, and its content. */
export interface ChakraFile {
  readonly ending: string;
  readonly content: string | Uint8Array;
}

/** Largest number of nodes in all traces of a step: some 300 MB of files. */
const MOST_NODES = 4_000_000;

/**
 * Chakra execution traces of a training step, one per device, and what ASTRA-sim needs besides: the groups of ranks,
 * the network and the system. Files are made one at a time, because all of them may be large.
 */
export function chakraFiles(
  step: TracedStep,
  timeline: Timeline,
): { readonly files: Iterable<ChakraFile>; readonly count: number } | { readonly problem: string } {
  const { plan, cluster } = step.scenario;
  const devices = plan.tp * plan.cp * plan.dp * plan.pp;
  if (cluster.pools !== null || devices !== cluster.devices)
    return { problem: "its devices are of several kinds, or some are idle" };
  const calls = callsOf(step);
  if ("problem" in calls) return calls;
  const stages = timeline.stages.map((_, stage) => stageNodes(stage, timeline, calls, step));
  const nodes = (stages.reduce((sum, one) => sum + one.length, 0) / plan.pp) * devices;
  if (nodes > MOST_NODES)
    return {
      problem: `its traces have ${Math.round(nodes).toLocaleString("en-US")} nodes, and at most ${MOST_NODES.toLocaleString("en-US")} are written: fewer devices or a smaller \`plan.global_batch\` show the same step`,
    };
  const groups = new Map<string, number>();
  const numbers = calls.map(() => [] as number[]);
  for (let rank = 0; rank < devices; rank++)
    calls.forEach(({ axes }, call) => {
      const key = JSON.stringify(ranksOf(rank, axes));
      const number = groups.get(key) ?? groups.size + 1;
      groups.set(key, number);
      (numbers[call] ?? [])[rank] = number;
    });
  const stride = strideOf(plan, "pp");
  const stageOf = (rank: number): number => Math.floor(rank / stride) % plan.pp;
  function* files(): Iterable<ChakraFile> {
    yield { ending: "comm_group.json", content: groupsJson(groups) };
    yield { ending: "network.yml", content: networkYaml(cluster) };
    yield { ending: "system.json", content: systemJson(cluster) };
    for (let rank = 0; rank < devices; rank++) {
      const at = stageOf(rank);
      const of = {
        group: (call: number) => numbers[call]?.[rank] ?? 0,
        peer: (stage: number) => rank + (stage - at) * stride,
      };
      const trace = (stages[at] ?? []).map((node, id) => encoded(node, id, rank, of));
      yield { ending: `${rank}.et`, content: delimited([globalMetadata(), ...trace]) };
    }
  }
  return { files: files(), count: devices + 3 };
}

/** Groups of ranks by their number, which a collective names (astra-sim/workload/Workload.cc). */
function groupsJson(groups: ReadonlyMap<string, number>): string {
  const lines = [...groups].map(([ranks, number]) => `  "${number}": ${ranks}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
