import { readCsv } from "../../dsl/csv/readCsv.ts";

/** A measured iteration of RL post-training: a row of validation/rl.csv. Null where its source says nothing. */
export interface RlRow {
  readonly id: string;
  readonly source: string;
  readonly system: string;
  readonly model: string;
  readonly gpus: number;
  readonly gpu: string;
  readonly precision: string;
  readonly prompts: number;
  readonly samples: number;
  readonly promptLen: number;
  readonly responseMean: number;
  readonly responseMax: number;
  readonly rolloutTp: number;
  readonly rolloutGpus: number;
  readonly rolloutMemory: number;
  readonly staleness: number;
  readonly tp: number;
  readonly cp: number;
  readonly ep: number;
  readonly pp: number;
  readonly zero: number;
  readonly passes: number;
  readonly critic: boolean;
  readonly batchSeqs: number;
  readonly placement: "colocated" | "asynchronous";
  readonly generation: number | null;
  readonly logProbs: number | null;
  readonly training: number | null;
  readonly step: number;
}

/** Prompts of a row that does not say how long they are: those of the other rows of its source. */
const USUAL_PROMPT = 120;

export function readRlRows(csv: string): readonly RlRow[] {
  const [header, ...records] = readCsv(csv).records;
  const names = header?.cells.map((cell) => cell.text) ?? [];
  return records.map(({ cells }) => {
    const text = (column: string): string => cells[names.indexOf(column)]?.text ?? "";
    const number = (column: string, otherwise: number): number =>
      text(column) === "" ? otherwise : Number(text(column));
    const optional = (column: string): number | null => (text(column) === "" ? null : Number(text(column)));
    return {
      ...{ id: text("id"), source: text("source"), system: text("system"), model: text("model") },
      ...{ gpus: number("gpus", 0), gpu: text("gpu"), precision: text("precision") },
      ...{ prompts: number("prompts", 0), samples: number("samples", 1) },
      promptLen: number("prompt_len", USUAL_PROMPT),
      ...{ responseMean: number("response_mean", 0), responseMax: number("response_max", 0) },
      ...{ rolloutTp: number("rollout_tp", 1), rolloutGpus: number("rollout_gpus", 0) },
      ...{ rolloutMemory: number("rollout_memory", 0.6), staleness: number("staleness", 1) },
      ...{ tp: number("tp", 1), cp: number("cp", 1), ep: number("ep", 1), pp: number("pp", 1) },
      ...{ zero: number("zero", 1), passes: number("passes", 2), critic: text("critic") === "true" },
      batchSeqs: number("batch_seqs", 1),
      placement: text("placement") === "colocated" ? "colocated" : "asynchronous",
      ...{ generation: optional("gen_s"), logProbs: optional("logprob_s"), training: optional("train_s") },
      step: number("step_s", 0),
    };
  });
}
