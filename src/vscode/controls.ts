import { CancellationTokenSource, type Disposable, extensions, notebooks, type Uri } from "vscode";

/** Message of the renderer: what a reader chose. */
export interface Chosen {
  readonly path: string;
  readonly text: string;
}

/** Answer to the renderer: null where the choice holds, else why it does not. */
export interface Answered extends Chosen {
  readonly refusal: string | null;
}

/** Part of the Jupyter extension that is called here. */
interface Jupyter {
  readonly kernels: {
    getKernel(uri: Uri): PromiseLike<
      | {
          executeCode(
            code: string,
            token: unknown,
          ): AsyncIterable<{
            readonly items: readonly { readonly mime: string; readonly data: Uint8Array }[];
          }>;
        }
      | undefined
    >;
  };
}

const ERROR = "application/vnd.code.notebook.error";

/** Sends choices of controls in a notebook's outputs to its kernel, as `%control`. The kernel updates the outputs that read them. */
export function registerControls(): Disposable {
  const messaging = notebooks.createRendererMessaging("dtp-notebook");
  return messaging.onDidReceiveMessage(async ({ editor, message }) => {
    const { path, text } = message as Chosen;
    const refusal = await choose(editor.notebook.uri, path, text).catch(
      (error: unknown) => `The kernel did not answer: ${String(error)}`,
    );
    await messaging.postMessage({ path, text, refusal } satisfies Answered, editor);
  });
}

async function choose(notebook: Uri, path: unknown, text: unknown): Promise<string | null> {
  // Notebooks come from anyone: a choice is one line, and nothing but a choice.
  if (typeof path !== "string" || typeof text !== "string" || !/^[\w.]+$/.test(path) || /[\r\n]/.test(text))
    return "The control is malformed.";
  const jupyter = extensions.getExtension<Jupyter>("ms-toolsai.jupyter");
  if (!jupyter) return "Controls answer where the Jupyter extension runs the notebook.";
  const kernel = await (await jupyter.activate()).kernels.getKernel(notebook);
  if (!kernel) return "The notebook has no kernel that runs: run a cell first.";
  const { token } = new CancellationTokenSource();
  let refusal: string | null = null;
  for await (const { items } of kernel.executeCode(`%control ${path} ${text}`, token))
    for (const { mime, data } of items) if (mime === ERROR) refusal = messageOf(data);
  return refusal;
}

function messageOf(data: Uint8Array): string {
  const { message } = JSON.parse(new TextDecoder().decode(data)) as { readonly message?: unknown };
  return typeof message === "string" ? message : "The kernel refused the choice.";
}
