/**
 * A report before it is rendered: headings, text, tables and figures as data. Every face (text, HTML, Markdown, LaTeX,
 * Plotly, SVG, JSON) renders this one value.
 */
export interface Document {
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  /** One line with a verdict; `tone` colours it. */
  | { readonly kind: "verdict"; readonly tone: "good" | "warning" | "bad"; readonly text: string }
  | FileBlock
  | Table
  | Figure
  | Tree;

/** A text to be kept as a file of its own, line for line. */
export interface FileBlock {
  readonly kind: "file";
  /** What to call it: `base.sbatch`. */
  readonly name: string;
  /** For highlighting: `bash`, `yaml`, `json`, `toml`. */
  readonly language: string;
  readonly lines: readonly string[];
}

export interface Table {
  readonly kind: "table";
  readonly caption?: string;
  readonly columns: readonly {
    readonly title: string;
    readonly align: "left" | "right";
    readonly unit?: string;
    /** Sentences about some rows: where a terminal has no room beside a row, they stand below it. */
    readonly remark?: true;
  }[];
  readonly rows: TableRows;
  /** Draw a rule above the last row: it is a total. */
  readonly total?: boolean;
}

/** An array, or rows that are made when they are read: a long table draws few of them. */
export interface TableRows extends Iterable<readonly Cell[]> {
  readonly length: number;
  at(index: number): readonly Cell[] | undefined;
}

/** What is printed, and for numbers the value in base units behind it (`--json`, sorting). */
export interface Cell {
  readonly text: string;
  readonly value?: number | string | boolean;
  /** 0..1: a bar drawn behind the cell in HTML, as blocks in a terminal. */
  readonly bar?: number;
  readonly indent?: number;
  /** Marks its whole row: a plan that does not fit, or may not. */
  readonly tone?: "bad" | "warning";
}

/** One figure specification in plotly.js terms; drawn interactively, as SVG, and as a text chart. */
export interface Figure {
  readonly kind: "figure";
  readonly title: string;
  readonly caption?: string;
  /** What was plotted, as its program says it: `base.memory`. */
  readonly name?: string;
  /** What it shows and what made it: model, cluster, plan, engine, data; drawn below the title. */
  readonly origin?: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly layout: Readonly<Record<string, unknown>>;
  /** Cartesian traces for the static picture of a figure that only a page's graphics processor draws (parallel coordinates). */
  readonly still?: Pick<Figure, "data" | "layout">;
  /** The same content for a terminal or a reader without eyes. */
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
      /** What the series are values of. */
      readonly legendTitle?: string;
      /** Points that no line joins. */
      readonly apart?: true;
      /** Points of the only series have numbers, from 1, which a key explains; the axes go from the least to the most of them. Of many `named` have theirs. */
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
        /** What stands in a cell: a letter that the legend explains, and more where there is room; null for nothing. */
        readonly cells: readonly ({ readonly mark: string; readonly text: string } | null)[];
      }[];
      readonly legend: readonly { readonly mark: string; readonly text: string }[];
    }
  | {
      readonly kind: "gantt";
      /** Of the times below: "s", "ms". */
      readonly unit?: string;
      /** The stretches of time that are drawn, side by side; from 0 to the last end without. */
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

/** A derivation that folds in a notebook. */
export interface Tree {
  readonly kind: "tree";
  readonly root: TreeNode;
}
export interface TreeNode {
  /** `activations of one layer = 12.35 GiB` */
  readonly text: string;
  /** The formula in LaTeX and in plain notation, with and without values. */
  readonly latex?: string;
  readonly formula?: string;
  readonly substituted?: string;
  /** `arXiv:2205.05198, eq. 2`; `plan.dtp:4`; `default`. */
  readonly source?: string;
  readonly children: readonly TreeNode[];
}
