import type { ControlData } from "./control.ts";

/**
 * Report before rendering: headings, text, tables and figures as data. Every output format (text, HTML,
 * Markdown, LaTeX, Plotly, SVG, JSON) is rendered from it.
 */
export interface Document {
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | {
      readonly kind: "paragraph";
      readonly text: string;
      /** Value at the end of the text that can be explained: from which offset on, and by what. */
      readonly value?: { readonly from: number; readonly why: Why };
    }
  /** One line with a verdict, coloured by `tone`. */
  | { readonly kind: "verdict"; readonly tone: "good" | "warning" | "bad"; readonly text: string }
  | FileBlock
  | ControlBlock
  | Table
  | Figure
  | Tree;

/** Text that is meant to be saved as a file, line by line. */
export interface FileBlock {
  readonly kind: "file";
  /** Name to save the file under: `base.sbatch`. */
  readonly name: string;
  /** Language of the file for highlighting: `bash`, `yaml`, `json`, `toml`. */
  readonly language: string;
  readonly lines: readonly string[];
}

/** Value that a reader may choose. A live page or notebook draws `control`; other renderings print `text`. */
export interface ControlBlock {
  readonly kind: "control";
  /** Sentence with the value that holds and those that can be chosen. */
  readonly text: string;
  readonly control: ControlData;
}

export interface Table {
  readonly kind: "table";
  readonly caption?: string;
  readonly columns: readonly {
    readonly title: string;
    readonly align: "left" | "right";
    readonly unit?: string;
    /** Marks a column of remarks on rows. A narrow terminal prints each remark below its row. */
    readonly remark?: true;
  }[];
  readonly rows: TableRows;
  /** True where the last row is a total, which is drawn with a rule above it. */
  readonly total?: boolean;
}

/**
 * Rows of a table: an array, or rows that are built when they are read, because a long table draws only some
 * of them.
 */
export interface TableRows extends Iterable<readonly Cell[]> {
  readonly length: number;
  at(index: number): readonly Cell[] | undefined;
}

/**
 * Explanation of a number: what `explain OF.PATH` prints. A builder knows the path; the session adds the expression that the path
 * belongs to. A number without `of` cannot be explained.
 */
export interface Why {
  /** Path of the number below `of`, such as `memory.weights`; empty where `of` is the number itself. */
  readonly path: string;
  /** Expression of the language: the scenario that the number is a result of. */
  readonly of?: string;
  /** Pipeline stage, from 0, where the number is a stage's own and not the fullest stage's. */
  readonly stage?: number;
}

/** A cell's printed text, with its value in base units (for `--json` and sorting). */
export interface Cell {
  readonly text: string;
  readonly value?: number | string | boolean;
  /** Length of a bar in the cell, from 0 to 1, drawn behind the text in HTML and as blocks in a terminal. */
  readonly bar?: number;
  readonly indent?: number;
  /**
   * Highlight for the whole row: `bad` for a plan that does not fit its devices, `warning` for one that may
   * not.
   */
  readonly tone?: "bad" | "warning";
  /** Colour of a change's cell, by whether the change improves the result. Its sign says the direction without colour. */
  readonly trend?: Trend;
  /** Explanation of the cell's number, where there is one. */
  readonly why?: Why;
}

export type Trend = "better" | "worse";

/**
 * Specification of a figure in plotly.js terms. It is drawn interactively, as SVG, and as a chart in
 * characters.
 */
export interface Figure {
  readonly kind: "figure";
  readonly title: string;
  readonly caption?: string;
  /** Expression that the figure plots: `base.memory`. */
  readonly name?: string;
  /** Lines below the title on where the figure's numbers come from: model, cluster, plan, engine, data. */
  readonly origin?: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly layout: Readonly<Record<string, unknown>>;
  /**
   * Replacement with cartesian traces for the static picture of a figure that needs WebGL (parallel
   * coordinates).
   */
  readonly still?: Pick<Figure, "data" | "layout">;
  /** Chart in characters with the same content, for a terminal or a screen reader. */
  readonly text: TextChart;
}

export type TextChart =
  | {
      readonly kind: "bars";
      readonly unit: string;
      readonly rows: readonly {
        readonly label: string;
        readonly value: number;
        readonly text: string;
        readonly parts?: readonly { readonly label: string; readonly value: number }[];
      }[];
      readonly limit?: { readonly label: string; readonly value: number };
    }
  | {
      readonly kind: "lines";
      readonly xLabel: string;
      readonly yLabel: string;
      readonly xLog: boolean;
      readonly yLog: boolean;
      readonly series: readonly {
        readonly label: string;
        readonly points: readonly (readonly [number, number])[];
      }[];
      /** Quantity that distinguishes the series, printed above the legend: `plan.tp`. */
      readonly legendTitle?: string;
      /** Marks a chart whose points are not joined by lines. */
      readonly apart?: true;
      /**
       * Numbers at the points of a chart with one series, from 1, with a key that explains them. The axes
       * cover just the points' range. Where there are many points, only those in `named` get a number.
       */
      readonly numbered?: {
        readonly joined: boolean;
        readonly key: readonly string[];
        readonly named: readonly number[];
      };
    }
  | {
      readonly kind: "grid";
      readonly columns: readonly string[];
      readonly rows: readonly {
        readonly label: string;
        /**
         * Cells of the row: each has a letter that the legend explains, and text where there is room. null
         * marks an empty cell.
         */
        readonly cells: readonly ({ readonly mark: string; readonly text: string } | null)[];
      }[];
      readonly legend: readonly { readonly mark: string; readonly text: string }[];
    }
  | {
      readonly kind: "gantt";
      /** Unit of all times in the chart: "s", "ms". */
      readonly unit?: string;
      /** Time spans that are drawn side by side. By default a single one from 0 to the last end. */
      readonly spans?: readonly { readonly start: number; readonly end: number }[];
      readonly rows: readonly {
        readonly label: string;
        readonly cells: readonly {
          readonly start: number;
          readonly end: number;
          readonly label: string;
          readonly tone: string;
        }[];
      }[];
    };

/** Tree of a derivation, which a notebook can fold. */
export interface Tree {
  readonly kind: "tree";
  readonly root: TreeNode;
}
export interface TreeNode {
  /** Text of the node: `activations of one layer = 12.35 GiB`. */
  readonly text: string;
  /** Formula of the node in LaTeX. */
  readonly latex?: string;
  /** Formula of the node in plain notation. */
  readonly formula?: string;
  /** Formula with each symbol replaced by its value. */
  readonly substituted?: string;
  /** Source of the node's value: `arXiv:2205.05198, eq. 2`; `plan.dtp:4`; `default`. */
  readonly source?: string;
  readonly children: readonly TreeNode[];
}
