import type { PhysicalCase } from "./physicalCase.ts";

/** What differs from a case: fields of the cluster by path, fields of the plan, nodes. */
export interface Change {
  readonly cluster?: Readonly<Record<string, string>>;
  readonly plan?: Readonly<Record<string, string>>;
  readonly nodes?: number;
}

/** A case as the program that its author would write. */
export function programOf({ model, machine, nodes, plan }: PhysicalCase, change: Change = {}): string {
  const fields = {
    nodes: `${change.nodes ?? nodes}`,
    ...(machine.shape ? { "scale_up.shape": `[${machine.shape.join(", ")}]` } : {}),
    ...change.cluster,
  };
  const lines = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([field, value]) => `  ${field} = ${value}`);
  return [
    "edition 2026",
    "",
    `import ${machine.cluster} from "std/clusters"`,
    `import ${model} from "std/models"`,
    "",
    `cluster c = ${machine.cluster} with {`,
    ...lines(fields),
    "}",
    "",
    "plan p {",
    ...lines({ ...plan, ...change.plan }),
    "}",
    "",
    `let run = ${model} on c with p`,
    "",
  ].join("\n");
}
