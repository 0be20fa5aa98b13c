export type Schedule =
  | ("naive" | "gpipe" | "1f1b" | "interleaved_1f1b" | "breadth_first" | "pipedream")
  | ("zb_h1" | "zb_h2" | "zb_v" | "v_half" | "v_min" | "dualpipe" | "dualpipe_v" | "custom");

/** Custom pipeline schedule, written out in the plan. */
export interface OwnSchedule {
  /** Texts of the orders of passes (schedules/orderText.ts): one text for all ranks, or one for each rank. */
  readonly order: readonly string[];
  readonly placement: "loop" | "v";
}
