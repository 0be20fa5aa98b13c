import type { KernelEvent } from "../../../src/web/index.ts";
import type { SavedOutput } from "./task.ts";

/** Outputs of one cell as a front end saves them from messages of iopub. */
export function collector(): {
  readonly see: (event: KernelEvent) => void;
  readonly outputs: () => SavedOutput[];
} {
  let outputs: Record<string, unknown>[] = [];
  const ids = new Map<string, number>();
  let clearing = false;
  const add = (one: Record<string, unknown>): void => {
    if (clearing) outputs = [];
    clearing = false;
    const last = outputs.at(-1);
    if (one.output_type === "stream" && last?.output_type === "stream" && last.name === one.name)
      last.text = `${String(last.text)}${String(one.text)}`;
    else outputs.push(one);
  };
  const see = ({ type, content }: KernelEvent): void => {
    const { data, metadata } = content;
    const transient = content.transient as { readonly display_id?: string } | undefined;
    switch (type) {
      case "stream":
        add({ output_type: "stream", name: content.name, text: content.text });
        return;
      case "display_data":
        add({ output_type: type, data, metadata });
        if (transient?.display_id !== undefined) ids.set(transient.display_id, outputs.length - 1);
        return;
      case "execute_result":
        add({ output_type: type, data, metadata, execution_count: content.execution_count });
        return;
      case "error":
        add({
          output_type: type,
          ename: content.ename,
          evalue: content.evalue,
          traceback: content.traceback,
        });
        return;
      case "clear_output":
        if (content.wait === true) clearing = true;
        else outputs = [];
        return;
      case "update_display_data": {
        const at = ids.get(transient?.display_id ?? "");
        const shown = at === undefined ? undefined : outputs[at];
        if (shown) shown.data = data;
      }
    }
  };
  return { see, outputs: () => outputs };
}
