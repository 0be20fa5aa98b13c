import { Message } from "./protobuf.ts";

/** Node of an execution trace, for all ranks of a pipeline stage. Nodes are numbered by their place in a list. */
export interface TraceNode {
  readonly name: string;
  /** Nodes that end before this one begins. */
  readonly after: readonly number[];
  readonly work:
    | { readonly kind: "compute"; readonly micros: number }
    /** `call` is the place of the collective in the stage's list; `bytes` are as Chakra counts them (`sizeOf`). */
    | {
        readonly kind: "collective";
        readonly call: number;
        readonly type: number;
        readonly bytes: number;
        readonly micros: number;
      }
    | {
        readonly kind: "send" | "receive";
        readonly stage: number;
        readonly bytes: number;
        readonly tag: number;
      };
}

/** Numbers of `NodeType` and fields of `Node` and `AttributeProto` (mlcommons/chakra, schema/protobuf/et_def.proto). */
const TYPE = { compute: 4, send: 5, receive: 6, collective: 7 } as const;
const [ID, NAME, KIND, DATA_DEPS, DURATION, ATTRIBUTE] = [1, 2, 3, 5, 7, 10];
const [INT32, INT64, BOOL, STRING] = [7, 9, 27, 29];

/** First message of a trace: the version of the format. */
export const globalMetadata = (): Message => new Message().text(1, "0.0.4");

/** Node of a trace for one rank: `group` numbers the ranks of a collective, `peer` is the rank at the other end. */
export function encoded(
  { name, after, work }: TraceNode,
  id: number,
  rank: number,
  of: { group(call: number): number; peer(stage: number): number },
): Message {
  const node = new Message()
    .count(ID, id)
    .text(NAME, name)
    .count(KIND, TYPE[work.kind])
    .counts(DATA_DEPS, after);
  if ("micros" in work) node.count(DURATION, work.micros);
  const give = (key: string, field: number, value: number): void => {
    node.message(ATTRIBUTE, new Message().text(NAME_OF_ATTRIBUTE, key).count(field, value));
  };
  give("is_cpu_op", BOOL, 0);
  if (work.kind === "compute") return node;
  give("comm_size", INT64, work.bytes);
  if (work.kind === "collective") {
    give("comm_type", INT64, work.type);
    node.message(
      ATTRIBUTE,
      new Message().text(NAME_OF_ATTRIBUTE, "pg_name").text(STRING, String(of.group(work.call))),
    );
    return node;
  }
  const peer = of.peer(work.stage);
  give("comm_src", INT32, work.kind === "send" ? rank : peer);
  give("comm_dst", INT32, work.kind === "send" ? peer : rank);
  give("comm_tag", INT32, work.tag);
  return node;
}

const NAME_OF_ATTRIBUTE = 1;
