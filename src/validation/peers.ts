/** What other tools published, or were found to reach, on rows of the same sources: mean absolute errors, %. */
export interface Peer {
  readonly rows: string;
  readonly tool: string;
  readonly mape: string;
  readonly note: string;
}
export const peers: readonly Peer[] = [];
