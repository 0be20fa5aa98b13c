import { book } from "../../engine/formulas/index.ts";
import { formulaInfo } from "../../engine/formulas/notation/formula.ts";
import type { Document } from "../../report/document/document.ts";
import { formulaPage } from "../../report/index.ts";

/** Names of all formulas, among which a misspelt name is looked up. */
export const formulaNames: readonly string[] = book.flatMap(({ formulas }) =>
  formulas.map(({ name }) => name),
);

/** Help page of a formula with its derivatives; null for an unknown name. Loads mathjs, which takes 0.1 s. */
export async function formulaHelp(name: string): Promise<Document | null> {
  const formula = book.flatMap(({ formulas }) => formulas).find((one) => one.name === name);
  if (!formula) return null;
  const { symbolChanges } = await import("../../engine/formulas/symbolic.ts");
  const { gives, ...values } = formula.example;
  return formulaPage(formulaInfo(formula), symbolChanges(formula), { values, gives });
}
