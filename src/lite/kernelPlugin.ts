import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { PageConfig } from "@jupyterlab/coreutils";
import { IKernelClient, IKernelSpecs } from "@jupyterlite/services";
import { LOGO_SVG } from "../kernel/install/logo.ts";
import type { WorkerPort } from "../web/client/connect.ts";
import type { Files } from "../web/files/files.ts";
import { LiteKernel } from "./liteKernel.ts";

/** JupyterLite plugin with the DTP kernel, which runs in a worker of the page. */
export const kernelPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan-lite:kernel",
  description: "The DTP kernel in the browser.",
  autoStart: true,
  requires: [IKernelSpecs, IKernelClient],
  activate(app: JupyterFrontEnd, specs: IKernelSpecs, client: IKernelClient) {
    const running = new Map<string, LiteKernel>();
    const logo = `data:image/svg+xml,${encodeURIComponent(LOGO_SVG)}`;
    specs.register({
      spec: {
        name: "dtp",
        display_name: "DTP",
        language: "dtp",
        argv: [],
        resources: { "logo-svg": logo, "logo-64x64": logo, "logo-32x32": logo },
      },
      create: async (options) => {
        const worker = new Worker(workerAddress()) as WorkerPort;
        const kernel = new LiteKernel(options, worker, filesOf(app, options.location));
        running.set(options.id, kernel);
        kernel.disposed.connect(() => running.delete(options.id));
        return kernel;
      },
    });
    nameSessionsByPath(app);
    // JupyterLite's own interrupt drops queued cells and leaves the running one.
    const drop = client.interrupt.bind(client);
    client.interrupt = async (id) => {
      running.get(id)?.interrupt();
      await drop(id);
    };
  },
};

/**
 * Names each session by its notebook's path. JupyterLite finds a session by its name, which is the file's: a lesson's notebook and its
 * solution's, which have the same file name, would get one session, and the second notebook would wait for a kernel for ever.
 */
function nameSessionsByPath({ serviceManager: { sessions } }: JupyterFrontEnd): void {
  const start = sessions.startNew.bind(sessions);
  sessions.startNew = (options, connection) => start({ ...options, name: options.path }, connection);
}

/** Address of the worker, which the build puts beside the extension's own scripts. */
const workerAddress = (): string =>
  new URL(
    `${PageConfig.getOption("fullLabextensionsUrl")}/dtplan-lite/static/kernelWorker.js`,
    document.baseURI,
  ).href;

/** Files of a notebook's folder, from the browser's storage and the site. */
function filesOf({ serviceManager }: JupyterFrontEnd, folder: string): Files {
  return {
    async read(path, as) {
      const place = [folder, path].filter((part) => part !== "").join("/");
      const { content } = await serviceManager.contents.get(place, {
        type: "file",
        format: as === "bytes" ? "base64" : "text",
        content: true,
      });
      if (typeof content !== "string") return null;
      return as === "bytes" ? Uint8Array.from(atob(content), (one) => one.charCodeAt(0)) : content;
    },
  };
}
