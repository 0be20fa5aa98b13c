import { type JsonObject, PROTOCOL_VERSION } from "./message.ts";

/**
 * Answer to `kernel_info_request`. It is constant, so the thread with the sockets can give it while the
 * evaluator loads.
 */
export function kernelInfo(version: string): JsonObject {
  return {
    status: "ok",
    protocol_version: PROTOCOL_VERSION,
    implementation: "dtp",
    implementation_version: version,
    language_info: {
      name: "dtp",
      version,
      mimetype: "text/x-dtp",
      file_extension: ".dtp",
      // Name of the lexer in our Python package (integrations/pygments), which `dtp kernel install` installs where it finds
      // Pygments. Without the package, Pygments treats the text as plain.
      pygments_lexer: "dtp",
      // JupyterLab first looks for the mode's name, which our extension registers, then for the mime type.
      codemirror_mode: { name: "dtp", mime: "text/x-python" },
    },
    banner: `DTP ${version}: models, clusters and parallel plans for training large neural networks.\nA cell holds definitions, then \`show\`, \`plot\`, \`explain\`, \`sweep\`, \`search\` or \`expect\`.`,
    debugger: false,
    // Papers behind most formulas.
    help_links: [
      { text: "Megatron-LM: scaling with pipelines and tensors", url: "https://arxiv.org/abs/2104.04473" },
      { text: "Activation memory and recomputation", url: "https://arxiv.org/abs/2205.05198" },
      { text: "ZeRO: memory of data parallelism", url: "https://arxiv.org/abs/1910.02054" },
    ],
    supported_features: [],
  };
}
