/**
 * Problem of a command line whose program and log have changed places; null for another one. `usage` is the order of the
 * command's operands.
 */
export function operandOrder(program: string, others: readonly string[], usage: string): string | null {
  const isProgram = (path: string): boolean => /\.dtp$/i.test(path);
  return !isProgram(program) && others.some(isProgram) ? `the operands are in the order ${usage}` : null;
}
