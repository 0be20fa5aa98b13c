import { book } from "../../engine/formulas/index.ts";
import { formulaInfo } from "../../engine/formulas/notation/formula.ts";
import type { Document } from "../../report/document.ts";
import { formulaPage } from "../../report/index.ts";

/** Names of all formulas of the book, for advice on one that is not there. */
export const formulaNames: readonly string[] = book.flatMap(({ formulas }) =>
  formulas.map(({ name }) => name),
);

/** The page of a formula by its name, with its derivatives; null for no such name. Loads mathjs, which takes a tenth of a second. */
export async function formulaHelp(name: string): Promise<Document | null> {
  const formula = book.flatMap(({ formulas }) => formulas).find((one) => one.name === name);
  if (!formula) return null;
  const { symbolChanges } = await import("../../engine/formulas/symbolic.ts");
  const { gives, ...values } = formula.example;
  return formulaPage(formulaInfo(formula), symbolChanges(formula), { values, gives });
}
