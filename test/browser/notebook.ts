/** A notebook of the kernel with these cells, not run yet: the text of its file. */
export function notebook(...cells: readonly string[]): string {
  return JSON.stringify({
    metadata: { kernelspec: { name: "dtp", display_name: "DTP", language: "dtp" } },
    nbformat: 4,
    nbformat_minor: 5,
    cells: cells.map((source, index) => ({
      cell_type: "code",
      id: `cell-${index}`,
      metadata: {},
      source,
      outputs: [],
      execution_count: null,
    })),
  });
}
