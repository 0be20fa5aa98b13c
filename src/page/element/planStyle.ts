/** Rules of the element's shadow tree. A page sets `--dtp-accent` and `--dtp-bad`, and styles the parts by `::part`. */
export const PLAN_STYLE = `
:host { display: block; margin: 1em 0; font-size: 0.95em; }
:host([hidden]) { display: none; }
pre { overflow-x: auto; padding: 0.6em 0.8em; margin: 0.5em 0; border-radius: 4px; background: color-mix(in srgb, currentColor 7%, transparent); }
[part~="output"] { overflow-x: auto; margin: 0.6em 0; }
[part~="output"] svg { max-width: 100%; height: auto; background: #fff; }
[part~="diagnostic"] { white-space: pre-wrap; border-left: 4px solid var(--dtp-accent, #c77700); }
[part~="error"] { border-left-color: var(--dtp-bad, #d55e00); }
[part~="progress"] { opacity: 0.7; }
table { border-collapse: collapse; }
td, th { padding: 0.15em 0.7em 0.15em 0; }
`;
