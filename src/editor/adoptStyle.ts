const adopted = new Set<string>();

/**
 * Adds CSS rules to the page once for each name. They work under a content security policy that forbids inline styles, and a
 * page may override the colours with the variables `--dtp-accent`, `--dtp-paper` and `--dtp-bad`.
 */
export function adoptStyle(name: string, rules: string): void {
  if (adopted.has(name)) return;
  adopted.add(name);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
