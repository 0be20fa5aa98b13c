/** Number of base units of a value; null for one that is no number. */
export function numberOf(value: unknown): number | null {
  const found = typeof value === "object" && value !== null && "value" in value ? value.value : value;
  return typeof found === "number" ? found : null;
}
