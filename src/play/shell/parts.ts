/** Elements of the page by their ids, as `page/index.html` has them. */
export interface Parts {
  readonly tabs: HTMLElement;
  readonly editor: HTMLElement;
  readonly results: HTMLElement;
  readonly status: HTMLElement;
  readonly notice: HTMLElement;
  readonly run: HTMLButtonElement;
  readonly stop: HTMLButtonElement;
  readonly format: HTMLButtonElement;
  readonly examples: HTMLButtonElement;
  readonly add: HTMLButtonElement;
  readonly share: HTMLButtonElement;
  readonly theme: HTMLButtonElement;
  readonly edit: HTMLAnchorElement;
  readonly code: HTMLButtonElement;
}

const NAMES = [
  "tabs",
  "editor",
  "results",
  "status",
  "notice",
  "run",
  "stop",
  "format",
  "examples",
  "add",
  "share",
  "theme",
  "edit",
  "code",
] as const;

/** Finds the page's elements. */
export function findParts(): Parts {
  const found = NAMES.map((name) => {
    const element = document.getElementById(name);
    if (!element) throw new Error(`the page has no #${name}`);
    return [name, element];
  });
  return Object.fromEntries(found) as unknown as Parts;
}
