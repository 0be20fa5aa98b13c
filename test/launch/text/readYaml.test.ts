import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { readYaml } from "../../../src/launch/text/readYaml.ts";
import { toYaml, type Yaml } from "../../../src/launch/text/yaml.ts";
import { runs } from "../../support/runs.ts";

/** What a library reads, by YAML 1.1 as PyYAML does. */
const library = (text: string): unknown => parse(text, { version: "1.1" });
const read = (text: string): unknown => {
  const found = readYaml(text);
  if ("problem" in found) throw new Error(found.problem);
  return found.data;
};

const CONFIG = `# a comment
model_name: llama3-8b   # another
steps: 10_000
learning_rate: 3.e-5
list: ['a', "b # no comment", c]
mesh_axes: ['data', 'stage',
            'fsdp']  # over lines
rules: [
  ['activation_batch', ['data', 'fsdp']],
  ["vocab", []],
]
inner: {a: 1, "b": {c: ~}}
stages:
- data:
    dataset: null
    folders:
    - /one
    - /two
  name: It's the first:stage
- name: second
  start: 3
nested:
  - - 1
    - 2
  -
    - 3
empty:
path: gs://bucket/a#b
url: "http://x.y/z"
on: true
off: no
`;

describe("a YAML text, read as a library reads it", () => {
  test("all that configurations have", () => expect(read(CONFIG)).toEqual(library(CONFIG)));

  test("what is written is read again", () => {
    const scalar: fc.Arbitrary<Yaml> = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom("1f1b", "it's", 'say "x"', "a: b", "- c", "#d", "null", "1e3", "no"),
    );
    const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((one) => one !== "__proto__");
    const tree = fc.letrec<{ any: Yaml }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(key, tie("any"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any;
    const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one));
    fc.assert(
      fc.property(fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true }), (data) => {
        // Texts of several lines are literal blocks, which are refused.
        fc.pre(!JSON.stringify(data).includes("\\n"));
        const text = toYaml(data);
        expect(plain(read(text))).toEqual(plain(data));
        const other = stringify(data, { version: "1.1", lineWidth: 0 });
        const found = readYaml(other);
        if (!("problem" in found)) expect(plain(found.data)).toEqual(plain(library(other)));
        else expect(found.problem).toMatch(/not read|neither|no `|escapes|closed|indented/);
      }),
      { numRuns: runs(300) },
    );
  });
});

test.each([
  ["a: &x 1\nb: *x", "line 1: anchors"],
  ["a: |\n  text", "line 1: anchors, tags and block scalars"],
  ["a: 1\n---\nb: 2", "line 2: tabs and several documents"],
  ["a: [1, 2", "line 1: a bracket is not closed"],
  ["a: 1\n  b: 2", "line 2: it is indented otherwise"],
  ["a: 1\njust words", "line 2: neither"],
  ["a: {b}", "line 1: a key in braces has no value"],
])("what is not read is said: %s", (text, why) => {
  const found = readYaml(text);
  expect("problem" in found ? found.problem : found.data).toContain(why);
});

test("a key named __proto__ is a key", () => {
  const data = read("__proto__:\n  polluted: true\na: 1") as Record<string, unknown>;
  expect(Object.keys(data)).toEqual(["__proto__", "a"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
