import { Ajv, type ValidateFunction } from "ajv";
import type { Message } from "../../../src/kernel/core/protocol/message.ts";

/** Where a front end received a message. */
export type From = "shell" | "control" | "iopub";

/*
 * Schemas of what a kernel may send, after the Jupyter messaging specification 5.4 and what 5.5 adds to it
 * (https://jupyter-client.readthedocs.io/en/stable/messaging.html). Unknown keys are refused: a key that a front end does
 * not know is most often a mistyped one.
 */

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const truth = { type: "boolean" };
const anyObject = { type: "object" };
const listOf = (items: object) => ({ type: "array", items });
const closed = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: "object",
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});
const status = (value: string) => ({ const: value });

const header = {
  type: "object",
  properties: {
    msg_id: { type: "string", minLength: 1 },
    session: { type: "string", minLength: 1 },
    username: text,
    date: {
      type: "string",
      pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
    },
    msg_type: { type: "string", pattern: "^[a-z_]+$" },
    version: { type: "string", pattern: "^5\\.\\d+$" },
  },
  required: ["msg_id", "session", "username", "date", "msg_type", "version"],
};

/** By mime type: texts as a string, JSON as it is. */
const mimeBundle = {
  type: "object",
  propertyNames: { pattern: "^[a-z]+/[A-Za-z0-9.+-]+$" },
  patternProperties: { "^(text|image)/": text, "\\+json$": {} },
  additionalProperties: false,
};
const failure = { ename: text, evalue: text, traceback: listOf(text) };
const failed = closed({ status: status("error"), ...failure });
const shown = { data: mimeBundle, metadata: anyObject };
const display = (transient: object) => ({ ...shown, transient });
const displayId = closed({ display_id: { type: "string", minLength: 1 } });
const comm = { comm_id: text, data: anyObject };

const executed = { execution_count: count, payload: listOf(anyObject) };
const expression = { anyOf: [closed({ status: status("ok"), ...shown }), failed] };
const expressions = { type: "object", additionalProperties: expression };
const historyEntry = {
  type: "array",
  minItems: 3,
  maxItems: 3,
  items: [count, count, { anyOf: [text, { type: "array", items: [text, { type: ["string", "null"] }] }] }],
};
const languageInfo = closed(
  { name: text, version: text, mimetype: text, file_extension: { type: "string", pattern: "^\\." } },
  { pygments_lexer: text, codemirror_mode: { type: ["string", "object"] }, nbconvert_exporter: text },
);

const ok = (properties: Record<string, object> = {}, optional: Record<string, object> = {}) => ({
  anyOf: [closed({ status: status("ok"), ...properties }, optional), failed],
});

const contents: Readonly<Record<From, Readonly<Record<string, object>>>> = {
  shell: {
    execute_reply: {
      anyOf: [
        closed({ status: status("ok"), ...executed, user_expressions: expressions }),
        closed({ status: status("error"), ...executed, user_expressions: expressions, ...failure }),
        closed({ status: status("aborted") }),
      ],
    },
    inspect_reply: ok({ found: truth, ...shown }),
    complete_reply: ok({
      matches: listOf(text),
      cursor_start: count,
      cursor_end: count,
      metadata: anyObject,
    }),
    history_reply: ok({ history: listOf(historyEntry) }),
    is_complete_reply: {
      anyOf: [
        closed({ status: { enum: ["complete", "invalid", "unknown"] } }),
        closed({ status: status("incomplete"), indent: text }),
      ],
    },
    comm_info_reply: ok({ comms: { type: "object", additionalProperties: closed({ target_name: text }) } }),
  },
  control: {
    debug_reply: failed,
    create_subshell_reply: ok({ subshell_id: text }),
    delete_subshell_reply: ok(),
    list_subshell_reply: ok({ subshell_id: listOf(text) }),
  },
  iopub: {
    status: closed({ execution_state: { enum: ["starting", "busy", "idle"] } }),
    execute_input: closed({ code: text, execution_count: count }),
    execute_result: closed({ execution_count: count, ...shown }, { transient: anyObject }),
    display_data: closed(display({ anyOf: [displayId, closed({})] })),
    update_display_data: closed(display(displayId)),
    clear_output: closed({ wait: truth }),
    stream: closed({ name: { enum: ["stdout", "stderr"] }, text }),
    error: closed(failure),
    comm_open: closed({ ...comm, target_name: text }),
    comm_msg: closed(comm),
    comm_close: closed(comm),
    iopub_welcome: closed({ subscription: text }),
    shutdown_reply: closed({ status: status("ok"), restart: truth }),
  },
};

/** Answered on whichever of the two request channels was asked. */
const either: Readonly<Record<string, object>> = {
  kernel_info_reply: ok(
    {
      protocol_version: { type: "string", pattern: "^5\\.\\d+$" },
      implementation: text,
      implementation_version: text,
      language_info: languageInfo,
      banner: text,
    },
    {
      help_links: listOf(closed({ text, url: { type: "string", pattern: "^https?://" } })),
      supported_features: listOf({ enum: ["debugger", "kernel subshells"] }),
      debugger: truth,
    },
  ),
  interrupt_reply: ok(),
  shutdown_reply: ok({ restart: truth }),
};

const ajv = new Ajv({ strict: false, allErrors: true });
const compiled = new Map<string, ValidateFunction>();
const envelope = ajv.compile({
  type: "object",
  properties: {
    header,
    // the request's header as it came, whatever stood in it
    parent: {
      anyOf: [
        { type: "object", maxProperties: 0 },
        { ...anyObject, required: header.required },
      ],
    },
    metadata: anyObject,
    content: anyObject,
  },
  required: ["header", "parent", "metadata", "content"],
});

/** What is wrong with a message that came from there; empty when nothing is. */
export function violations(from: From, { header, parent, metadata, content }: Message): readonly string[] {
  const type = header.msg_type;
  const schema = contents[from][type] ?? (from === "iopub" ? undefined : (either[type] ?? failed));
  if (!schema) return [`${from}: ${type} has no place there`];
  const key = `${from} ${type}`;
  const check = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, check);
  const said: string[] = [];
  for (const validate of [envelope, check]) {
    const value = validate === envelope ? { header, parent, metadata, content } : content;
    if (!validate(value))
      said.push(`${from} ${type}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
  }
  return said;
}
