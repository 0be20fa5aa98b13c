import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** A flag of a command: one row feeds the parser, the help and the did-you-mean. */
export interface Flag {
  readonly name: `--${string}`;
  readonly short?: `-${string}`;
  /** What follows it, in capitals; absent for a switch. */
  readonly value?: string;
  readonly repeated?: boolean;
  readonly doc: string;
}

export interface Command {
  readonly name: string;
  /** Another word for it. */
  readonly alias?: string;
  /** Operands as the usage line shows them. */
  readonly operands: string;
  /** How many it takes: [least, most]. */
  readonly count: readonly [number, number];
  /** Where the first operand is one of a few words. */
  readonly words?: readonly string[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly details: readonly string[];
  readonly examples: readonly string[];
  /** Loaded when called: `dtp --help` needs none of the evaluator. */
  load(): Promise<Action>;
}

/** Runs the command; resolves to the exit code: 0 well, 1 diagnostics or failed expectations, 2 usage. */
export type Action = (args: Arguments, io: Io) => Promise<number>;

const set: Flag = {
  name: "--set",
  value: "PATH=VALUE",
  repeated: true,
  doc: "override a field of every scenario: --set plan.tp=4; may be repeated",
};

export const commands: readonly Command[] = [
  {
    name: "run",
    operands: "FILE",
    count: [1, 1],
    summary: "evaluate a plan file and print what it shows",
    flags: [
      { name: "--html", value: "OUT", doc: "also write one self-contained page with interactive figures" },
      {
        name: "--figures",
        value: "DIR",
        doc: "also write every figure for a paper, and figures.tex with captions",
      },
      { name: "--format", value: "LIST", doc: "of --figures: svg,png,pdf or some of them; all by default" },
      { name: "--json", doc: "print every output as data, in base units, instead of text" },
      { name: "--latex", value: "OUT.tex", doc: "also write its tables for a paper" },
      {
        name: "--csv",
        value: "DIR",
        doc: "also write every table it shows as NAME.csv, whole, in base units",
      },
      { name: "--trace", value: "OUT", doc: "also write the timelines it shows as a trace for Perfetto" },
      set,
    ],
    details: [
      "FILE may be - for standard input. Ctrl-C stops a sweep and keeps the rows that are done.",
      "Long tables use all cores; the environment variable DTP_THREADS says how many threads there may be.",
    ],
    examples: [
      "run plan.dtp",
      "run plan.dtp --set plan.tp=4 --html plan.html",
      "run plan.dtp --figures figures --format pdf",
    ],
    load: async () => (await import("./run.ts")).run,
  },
  {
    name: "check",
    alias: "test",
    operands: "FILE|DIR...",
    count: [1, Number.POSITIVE_INFINITY],
    summary: "evaluate the expectations and summarise their errors",
    flags: [{ name: "--json", doc: "print {diagnostics, expectations, summary}" }, set],
    details: [
      "A folder stands for every .dtp file below it. Exit status 0 only when every expectation holds.",
    ],
    examples: ["check plan.dtp", "check papers/ --json"],
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "calibrate",
    operands: "FILE.csv...",
    count: [1, Number.POSITIVE_INFINITY],
    summary: "fit constants of devices, links and software to measured runs",
    flags: [
      {
        name: "--device",
        value: "REGEX",
        doc: "only runs on these devices, as if they were one",
      },
      {
        name: "--where",
        value: "COLUMN=REGEX",
        repeated: true,
        doc: "only rows whose cell matches; may be repeated",
      },
      {
        name: "--fit",
        value: "FIELD,...",
        doc: "only these fields: gemm_efficiency,scale_out.latency",
      },
      {
        name: "--part",
        value: "fit|held-out|all",
        doc: "fit on this half of the rows, show the errors on both; all by default",
      },
      { name: "--out", short: "-o", value: "FILE.dtp", doc: "write the constants as definitions to import" },
      { name: "--cite", value: "TEXT", doc: "what these cite; by default the tables and how many runs" },
      { name: "--json", doc: "print {constants, errors, runs, skipped}, in base units" },
    ],
    details: [
      "docs/calibration.md says which columns the tables have. A few runs suffice: what they do not",
      "determine stays near the value it has.",
    ],
    examples: [
      "calibrate runs.csv --out my_cluster.dtp",
      "calibrate runs.csv --device H100 --where 'source=llm-foundry' --part fit",
    ],
    load: async () => (await import("./calibrate.ts")).calibrateCommand,
  },
  {
    name: "launch",
    operands: "FILE SCENARIO TARGET",
    count: [3, 3],
    summary: "print the file that launches a scenario",
    flags: [{ name: "--out", short: "-o", value: "OUT", doc: "write it there instead" }, set],
    details: [
      "TARGET is slurm, kubernetes, torchrun, megatron, deepspeed or torchtitan.",
      "Nothing else that FILE shows is evaluated.",
    ],
    examples: [
      "launch plan.dtp base slurm -o job.sbatch",
      "launch plan.dtp base megatron --set cluster.nodes=64",
    ],
    load: async () => (await import("./launch.ts")).launch,
  },
  {
    name: "import",
    operands: "FILE|-",
    count: [1, 1],
    summary: "read Megatron flags, DeepSpeed JSON or torchtitan TOML as a plan",
    flags: [
      { name: "--out", short: "-o", value: "OUT.dtp", doc: "write it there instead" },
      { name: "--name", value: "NAME", doc: "what to call the plan; `imported` by default" },
    ],
    details: [
      "Megatron's flags may stand in a shell script or be one line of arguments. They carry the model",
      "too; the others do not.",
      "What cannot be read is named, in the output and here.",
    ],
    examples: ["import pretrain.sh -o mine.dtp", "import ds_config.json --name zero3"],
    load: async () => (await import("./importCommand.ts")).importCommand,
  },
  {
    name: "search",
    operands: "FILE",
    count: [1, 1],
    summary: "work out one part of a program's searches over all plans",
    flags: [
      { name: "--shard", value: "I/N", doc: "which part of how many, from 1/N to N/N; all by default" },
      { name: "--out", short: "-o", value: "OUT.json", doc: "write it there instead" },
      set,
    ],
    details: ["`dtp merge` puts the parts together. docs/shards.md: as a Slurm array, as a Kubernetes Job."],
    examples: ["search plan.dtp --shard 3/8 -o part-3.json"],
    load: async () => (await import("./shards/search.ts")).search,
  },
  {
    name: "merge",
    operands: "FILE PART.json...",
    count: [2, Number.POSITIVE_INFINITY],
    summary: "print what a program shows, its searches put together from parts",
    flags: [
      { name: "--html", value: "OUT", doc: "also write one self-contained page with interactive figures" },
      { name: "--json", doc: "print every output as data, in base units, instead of text" },
    ],
    details: [
      "Every part of `dtp search --shard` must be there. The output does not depend on their number.",
    ],
    examples: ["merge plan.dtp part-*.json", "merge plan.dtp part-*.json --html plan.html"],
    load: async () => (await import("./shards/merge.ts")).merge,
  },
  {
    name: "diff",
    operands: "A B | --git REV -- FILE...",
    count: [1, Number.POSITIVE_INFINITY],
    summary: "what changed between two programs, and what that does",
    flags: [
      { name: "--git", value: "REV", doc: "compare files with what this revision of their repository has" },
      { name: "--markdown", doc: "print Markdown, for a pull request" },
      { name: "--json", doc: "print {changes, scenarios}, in base units" },
    ],
    details: [
      "Every scenario that both have is worked out; each difference is shared out among the changes.",
      "Exit status 0 for no difference, 1 for some, 2 for trouble. docs/diff.md: as a driver of git diff.",
    ],
    examples: [
      "diff old.dtp new.dtp",
      "diff --git main -- plan.dtp",
      "diff --git HEAD~1 --markdown -- plan.dtp",
    ],
    load: async () => (await import("./diff/diff.ts")).diff,
  },
  {
    name: "fmt",
    operands: "FILE|DIR...|-",
    count: [1, Number.POSITIVE_INFINITY],
    summary: "write files in the one canonical form",
    flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file is not in canonical form" }],
    details: [
      "With - it formats standard input to standard output. A file with syntax errors is left as it is.",
    ],
    examples: ["fmt plan.dtp", "fmt --check ."],
    load: async () => (await import("./fmt.ts")).fmt,
  },
  {
    name: "fix",
    operands: "FILE|DIR...|-",
    count: [1, Number.POSITIVE_INFINITY],
    summary: "mend the mistakes that have one obvious mending",
    flags: [{ name: "--check", doc: "change nothing; exit with 1 when a file could be mended" }],
    details: [
      "Applies what messages show behind `write:`: words of other languages, misspelt names and units,",
      "missing commas. Mistakes that are left are printed. With - it goes from standard input to",
      "standard output.",
    ],
    examples: ["fix plan.dtp", "fix --check ."],
    load: async () => (await import("./fix.ts")).fix,
  },
  {
    name: "notebook",
    operands: "FILE",
    count: [1, 1],
    summary: "write a program as a Jupyter notebook",
    flags: [
      { name: "--out", short: "-o", value: "OUT.ipynb", doc: "by default the program's name with .ipynb" },
    ],
    details: [
      "A paragraph of # comments between blank lines becomes Markdown, what stands between two of them a",
      "cell; # %% begins another. Outputs of cells that did not change are kept.",
    ],
    examples: ["notebook lesson.dtp"],
    load: async () => (await import("./notebook/notebook.ts")).notebook,
  },
  {
    name: "new",
    operands: "paper|course DIR",
    count: [2, 2],
    words: ["paper", "course"],
    summary: "begin a paper's companion or a course in a folder",
    flags: [],
    details: [
      "A paper: a plan with expectations, figures and tables, CI for GitHub and GitLab, a commit hook.",
      "A course: a lesson with an exercise that checks its answer, its solution. Nothing is overwritten.",
    ],
    examples: ["new paper my-paper", "new course my-course"],
    load: async () => (await import("./new/newProject.ts")).newProject,
  },
  {
    name: "explain",
    operands: "[CODE]",
    count: [0, 1],
    summary: "print the page of a diagnostic, or list them all",
    flags: [],
    details: ["CODE is the word in brackets of a message: error[not-divisible]."],
    examples: ["explain not-divisible"],
    load: async () => (await import("./explain.ts")).explain,
  },
  {
    name: "kernel",
    operands: "install|uninstall|list",
    count: [1, 1],
    words: ["install", "uninstall", "list"],
    summary: "manage the Jupyter kernel and JupyterLab's extension",
    flags: [
      { name: "--user", doc: "for the current user (the default)" },
      { name: "--prefix", value: "DIR", doc: "into an environment: DIR/share/jupyter" },
      { name: "--sys-prefix", doc: "into the Python environment that is active" },
    ],
    details: ["With the kernel comes the extension of JupyterLab and Notebook 7."],
    examples: ["kernel install", "kernel install --sys-prefix"],
    load: async () => (await import("./kernel.ts")).kernel,
  },
];

/** Understood before and after any command. */
export const globalFlags: readonly Flag[] = [
  { name: "--help", short: "-h", doc: "print help, of a command where one is named" },
  { name: "--version", short: "-V", doc: "print the versions of engine, language and data" },
];
