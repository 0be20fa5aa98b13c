/** Class of what is lit. */
export const LIT = "dtp-lit";

const ACCENT = "var(--dtp-accent, var(--jp-brand-color1, #2a7ab8))";

/** Style sheet of things that light up together: rows, titles of columns, words and marks of figures. */
export const LINK_STYLE = `
tr.${LIT} > td { background: color-mix(in srgb, ${ACCENT} 18%, transparent); }
th.${LIT} { text-decoration: underline; }
svg text.${LIT} { text-decoration: underline; font-weight: bold !important; }
svg path.${LIT}, svg g.${LIT} > path { stroke: ${ACCENT} !important; stroke-width: 2.5px !important; stroke-opacity: 1 !important; }
.dtp-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print { tr.${LIT} > td { background: none; } th.${LIT}, svg text.${LIT} { text-decoration: none; } }
`;
