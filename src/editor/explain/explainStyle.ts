/** Style sheet of numbers that explain themselves. */
export const EXPLAIN_STYLE = `
.dtp-why { all: unset; cursor: pointer; text-decoration: underline dotted color-mix(in srgb, currentColor 45%, transparent); text-underline-offset: 3px; }
.dtp-why:is(:hover, [aria-expanded="true"]) { text-decoration-color: var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)); }
.dtp-why[aria-expanded="true"] { text-decoration-style: solid; }
.dtp-why:focus-visible { outline: 2px solid var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)); outline-offset: 2px; }
.dtp-why-panel { border-left: 3px solid var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)); padding: 2px 12px; margin: 4px 0 8px; text-align: left;
  white-space: normal; max-width: min(46rem, 86vw, max(30rem, var(--dtp-seen, 46rem))); box-sizing: border-box; overflow-wrap: anywhere; }
.dtp-why-panel > code { font-size: .85em; opacity: .75; background: none; padding: 0; }
.dtp-why-row > td { padding: 0; background: none; position: sticky; left: 0; }
@media print { .dtp-why { text-decoration: none; } }
`;
