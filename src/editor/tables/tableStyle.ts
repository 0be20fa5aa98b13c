/** Style sheet of tables that answer. Tools show where the pointer or the focus is. */
export const TABLE_STYLE = `
.dtp-answers { --accent-of: var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)); position: relative; }
.dtp-answers .dtp-sort { all: unset; cursor: pointer; }
.dtp-answers .dtp-sort::after { content: " ↕"; opacity: 0; }
.dtp-answers .dtp-sort:is(:hover, :focus-visible)::after { opacity: .5; }
.dtp-answers [aria-sort="ascending"] .dtp-sort::after { content: " ↑"; opacity: 1; }
.dtp-answers [aria-sort="descending"] .dtp-sort::after { content: " ↓"; opacity: 1; }
.dtp-answers :is(.dtp-sort, .dtp-table-tools > *):focus-visible { outline: 2px solid var(--accent-of); outline-offset: 1px; }
.dtp-table-tools { display: flex; flex-wrap: wrap; gap: 4px 6px; justify-content: flex-start; margin: 0 0 2px; opacity: 0; font-size: .8em;
  transition: opacity .15s; }
.dtp-answers:is(:hover, :focus-within) .dtp-table-tools { opacity: 1; }
@media (hover: none) { .dtp-table-tools { opacity: .85; } }
.dtp-table-tools :is(button, input) { font: inherit; color: inherit; background: none; border: 1px solid color-mix(in srgb, currentColor 30%, transparent);
  border-radius: 4px; padding: 1px 8px; }
.dtp-table-tools button { cursor: pointer; }
.dtp-table-tools button:hover { border-color: var(--accent-of); }
.dtp-table-tools input { width: 9em; }
.dtp-answers.dtp-wide :is(th, td):first-child:not([colspan]) { position: sticky; left: 0; z-index: 1;
  background: var(--dtp-paper, var(--jp-layout-color0, Canvas)); }
@media print { .dtp-table-tools { display: none; } }
`;
