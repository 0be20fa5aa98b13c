/** Adds CSS rules to the page. Rules with a name that was added before are ignored. */
export function addStyle(name: string, rules: string): void {
  const id = `dtp-${name}-style`;
  if (document.getElementById(id)) return;
  const style = document.createElement("style");
  style.id = id;
  style.textContent = rules;
  document.head.append(style);
}
