/** CSS name of a property in camel case: `fontSize` → `font-size`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Prototype that answers camel-case property names of a style. It is at the end of the prototype chain, so
 * that methods, called thousands of times per picture, are found without it.
 */
const byCamelCase = new Proxy(Object.create(null) as object, {
  get: (_, name, style: InlineStyle) =>
    typeof name === "symbol" ? undefined : style.getPropertyValue(kebab(name)),
  set(_, name, value, style: InlineStyle) {
    if (typeof name === "string") style.setProperty(kebab(name), value);
    return true;
  },
});

/** Inline style of an element: three CSSOM methods, and properties by camel-case name. */
export class InlineStyle {
  readonly properties = new Map<string, string>();

  static {
    Object.setPrototypeOf(InlineStyle.prototype, byCamelCase);
  }

  setProperty(name: string, value: unknown): void {
    const text = value === null || value === undefined ? "" : String(value);
    if (text === "") this.properties.delete(name);
    else this.properties.set(name, text);
  }

  getPropertyValue(name: string): string {
    return this.properties.get(name) ?? "";
  }

  removeProperty(name: string): string {
    const old = this.getPropertyValue(name);
    this.properties.delete(name);
    return old;
  }

  get cssText(): string {
    let text = "";
    for (const [name, value] of this.properties) text += `${text === "" ? "" : " "}${name}: ${value};`;
    return text;
  }

  set cssText(text: string) {
    this.properties.clear();
    for (const rule of text.split(";")) {
      const colon = rule.indexOf(":");
      if (colon > 0) this.setProperty(rule.slice(0, colon).trim(), rule.slice(colon + 1).trim());
    }
  }
}

export type Style = InlineStyle & Record<string, string>;

export function createStyle(): Style {
  return new InlineStyle() as Style;
}
