/** Class of a table's row that holds the explanation of a number in the row above it. It is no row of the table's content. */
export const PANEL_ROW = "dtp-why-row";
