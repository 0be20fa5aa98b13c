/** Operator that a program adds to every layer of a model. Numbers are of one layer and one token. */
export interface OwnOperator {
  readonly name: string;
  /** FLOPs of the forward pass. */
  readonly flops: number;
  /** Bytes that the forward pass reads and writes. */
  readonly bytes: number;
  /** Bytes saved for the backward pass. */
  readonly saved: number;
  /** Parameters of the operator in one layer. */
  readonly params: number;
  /** FLOPs and bytes of the backward pass, relative to the forward pass. */
  readonly backward: number;
  /** Ranks that share the operator: tensor-parallel ranks (`tp`), or only those that shard the sequence between blocks (`none`). */
  readonly shard: "tp" | "none";
}
