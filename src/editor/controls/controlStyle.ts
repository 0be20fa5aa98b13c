/**
 * Style sheet of controls. Lines and backgrounds are mixed from the text's colour, so that they fit a light and a dark page;
 * the accent is the page's `--dtp-accent`, or JupyterLab's.
 */
export const CONTROL_STYLE = `
.dtp-control { --accent-of: var(--dtp-accent, var(--jp-brand-color1, #2a7ab8)); --line-of: color-mix(in srgb, currentColor 30%, transparent);
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; align-items: baseline; max-width: 30rem; margin: 6px 0;
  padding: 0; border: 0; min-width: 0; color: inherit; font: inherit; }
.dtp-control-label { min-width: 0; overflow-wrap: anywhere; font-weight: 600; padding: 0; }
.dtp-control-label code { font-weight: 400; font-size: .88em; opacity: .75; background: none; color: inherit; padding: 0; }
.dtp-control-label span + code { margin-left: .5em; }
.dtp-control-value { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right; }
.dtp-control-body { grid-column: 1 / -1; min-width: 0; }
.dtp-control input[type="range"] { width: 100%; margin: 2px 0; accent-color: var(--accent-of); cursor: pointer; min-height: 22px; }
.dtp-control-ends { display: flex; justify-content: space-between; font-size: .85em; opacity: .75; font-variant-numeric: tabular-nums; }
.dtp-control select { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line-of); border-radius: 4px;
  padding: 3px 6px; max-width: 100%; }
.dtp-control option { color: CanvasText; background: Canvas; }
.dtp-control-buttons { display: inline-flex; flex-wrap: wrap; border: 1px solid var(--line-of); border-radius: 6px; overflow: hidden; }
.dtp-control-buttons label { position: relative; padding: 3px 14px; min-width: 2.2em; text-align: center; cursor: pointer;
  box-shadow: -1px 0 0 var(--line-of); font-variant-numeric: tabular-nums; }
.dtp-control-buttons input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.dtp-control-buttons label:has(:checked) { background: color-mix(in srgb, var(--accent-of) 24%, transparent);
  box-shadow: -1px 0 0 var(--line-of), inset 0 -3px 0 var(--accent-of); font-weight: 600; }
.dtp-control-switch { font: inherit; color: inherit; background: none; border: 0; padding: 2px 0; cursor: pointer; display: inline-flex;
  gap: 8px; align-items: center; }
.dtp-control-switch::before { content: ""; width: 34px; height: 18px; border-radius: 9px; border: 1px solid var(--line-of); box-sizing: border-box;
  background: radial-gradient(circle at 8px 50%, currentColor 5px, transparent 6px); }
.dtp-control-switch[aria-checked="true"]::before { border-color: transparent;
  background: radial-gradient(circle at 25px 50%, #fff 5px, transparent 6px), var(--accent-of); }
.dtp-control :is(select, button, input[type="range"]):focus-visible, .dtp-control-buttons label:has(:focus-visible) {
  outline: 2px solid var(--accent-of); outline-offset: 2px; }
.dtp-control-buttons:has(:focus-visible) { overflow: visible; }
.dtp-control:disabled { opacity: .65; }
.dtp-control:disabled * { cursor: default; }
.dtp-control-problem { grid-column: 1 / -1; color: var(--dtp-bad, var(--jp-error-color1, #c2410c)); overflow-wrap: anywhere; }
.dtp-control-problem:empty { display: none; }
@media print { .dtp-control :is(input, select, button) { appearance: none; } }
`;
