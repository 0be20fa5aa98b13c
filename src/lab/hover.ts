import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, tooltips } from "@codemirror/view";
import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { Kernel } from "@jupyterlab/services";

/** Time that the pointer must rest on a word before the tooltip appears, in ms. */
const REST = 350;

/**
 * Editor extension that shows the kernel's help on the word under the pointer. `kernelOf` gives an editor's
 * kernel, null where it has no DTP kernel.
 */
export function kernelHover(
  kernelOf: (view: EditorView) => Kernel.IKernelConnection | null,
  rendermime: IRenderMimeRegistry,
): Extension {
  const source = hoverTooltip(
    async (view, position) => {
      const kernel = kernelOf(view);
      const word = view.state.wordAt(position);
      // A busy kernel would answer after the pointer has moved on.
      if (!kernel || !word || kernel.status !== "idle") return null;
      const code = view.state.doc.toString();
      const { content } = await kernel.requestInspect({
        code,
        cursor_pos: [...code.slice(0, position)].length,
        detail_level: 0,
      });
      if (content.status !== "ok" || !content.found) return null;
      const type = rendermime.preferredMimeType(content.data, "prefer");
      if (type === undefined) return null;
      const renderer = rendermime.createRenderer(type);
      await renderer.renderModel(rendermime.createModel({ data: content.data, trusted: false }));
      renderer.node.style.cssText =
        "max-width: 34em; max-height: 22em; overflow: auto; padding: 4px 12px; color: var(--jp-ui-font-color1); background: var(--jp-layout-color1)";
      const dom = document.createElement("div");
      dom.className = "dtp-hover";
      dom.style.cssText = "border: 1px solid var(--jp-border-color1); border-radius: 3px; overflow: hidden";
      dom.append(renderer.node);
      return {
        pos: word.from,
        end: word.to,
        above: true,
        create: () => ({ dom, destroy: () => renderer.dispose() }),
      };
    },
    { hoverTime: REST },
  );
  // A cell would clip the tooltip at its edge, so attach it to the page.
  return [source, tooltips({ position: "fixed", parent: document.body })];
}
