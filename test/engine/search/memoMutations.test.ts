import { beforeAll, describe, expect, test } from "vitest";
import type { Field } from "../../../src/engine/scenario/field.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import type { MemoRow } from "../../../src/engine/search/memo.ts";
import { basesOf, rareBases } from "./memos/bases.ts";
import type { Lie } from "./memos/checkedMemo.ts";
import { difference } from "./memos/difference.ts";
import { everything, type Flavour, plans, searched } from "./memos/flavours.ts";
import { lookUpAll } from "./memos/lookUpAll.ts";
import { variantsOf } from "./memos/variantsOf.ts";
import { without } from "./memos/without.ts";

/** A scenario and one for which a memo's value differs, though they differ in only one of its fields. */
interface Witness {
  readonly base: Scenario;
  readonly variant: Scenario;
  readonly flavour: Flavour;
}

const BASES = Number(process.env.BASES ?? 4);

/**
 * Pairs of memo and field that no scenario shows. Stages hold the same number of layers with any number of chunks, so that a
 * run fails and saves alike; without the field the memos would refuse some plans whose layers do not go into their chunks.
 */
const ALIKE = ["runs that never finish: vpp", "branches that never finish: vpp"];

/** True for memos of checks: checkReads.test.ts holds their fields to what they read. */
const isCheck = (memo: string): boolean => /^(check|ability) /.test(memo);

/** By memo and field. */
const declared = new Map<string, Set<Field>>();
const witnesses = new Map<string, Map<Field, Witness>>();
const lies: (Lie & { readonly flavour: string; readonly fields: readonly Field[] })[] = [];

function lookAt(base: Scenario, flavour: Flavour): void {
  const variants = variantsOf(base, flavour);
  const own = new Map<string, unknown>();
  const found = lookUpAll({
    scenarios: [base, ...variants.map(({ scenario }) => scenario)],
    varying: flavour.varying,
    changed(row) {
      const fields = declared.get(row.name) ?? new Set();
      declared.set(row.name, fields);
      for (const field of [...row.fields(), ...(row.merged?.fields ?? [])])
        if (flavour.varying.has(field)) fields.add(field);
      return row;
    },
    worked(memo, place, value) {
      const variant = variants[place - 1];
      if (!variant) own.set(memo, value);
      const [field, another] = (variant?.fields ?? []).filter((one) => declared.get(memo)?.has(one));
      if (!variant || field === undefined || another !== undefined || !own.has(memo)) return;
      const known = witnesses.get(memo) ?? new Map<Field, Witness>();
      witnesses.set(memo, known);
      if (known.has(field) || difference(own.get(memo), value) === null) return;
      // A memo may let a plan pass that it would refuse by itself (lookUpAll.ts), so that this difference is no proof.
      if (own.get(memo) === "passes") return;
      known.set(field, { base, variant: variant.scenario, flavour });
    },
  });
  lies.push(
    ...found.map((lie) => ({ ...lie, flavour: flavour.name, fields: variants[lie.place - 1]?.fields ?? [] })),
  );
}

function caught(memo: string, field: Field, { base, variant, flavour }: Witness): boolean {
  const changed = <T>(row: MemoRow<T>): MemoRow<T> => (row.name === memo ? without(row, field, base) : row);
  const { varying } = flavour;
  return lookUpAll({ scenarios: [base, variant], varying, changed, checks: false }).some(
    (lie) => lie.memo === memo,
  );
}

describe("memos over drawn scenarios", () => {
  beforeAll(() => {
    const drawn = basesOf(3 * BASES);
    for (const base of [...rareBases, ...drawn.slice(BASES)]) lookAt(base, everything);
    for (const base of drawn.slice(0, BASES))
      for (const flavour of [everything, plans, searched]) lookAt(base, flavour);
  }, 1_200_000);

  test("every memo gives each candidate its own value", () => {
    expect(lies).toEqual([]);
    expect(declared.size).toBeGreaterThan(50);
  });

  test("a field taken out of any memo's list makes the memo lie", () => {
    const missed: string[] = [];
    // A pair of memo and field needs a scenario in memos/bases.ts that shows it, or the field leaves the memo's list.
    const unshown: string[] = [];
    let tried = 0;
    for (const [memo, fields] of declared) {
      if (isCheck(memo)) continue;
      for (const field of fields) if (!witnesses.get(memo)?.has(field)) unshown.push(`${memo}: ${field}`);
      for (const [field, witness] of witnesses.get(memo) ?? []) {
        if (!fields.has(field)) continue;
        tried++;
        if (!caught(memo, field, witness)) missed.push(`${memo}: ${field}`);
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(600);
    expect(unshown).toEqual(ALIKE);
  });
});
