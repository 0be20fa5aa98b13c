/** `fontSize` → `font-size`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** An element's inline style: the CSSOM's three methods, and its properties by camel-case name. */
export class InlineStyle {
  readonly properties = new Map<string, string>();

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
    return [...this.properties].map(([name, value]) => `${name}: ${value};`).join(" ");
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
  return new Proxy(new InlineStyle(), {
    get(target, name) {
      if (typeof name === "symbol") return Reflect.get(target, name);
      if (name in target) {
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      }
      return target.getPropertyValue(kebab(name));
    },
    set(target, name, value) {
      if (name === "cssText") target.cssText = String(value);
      else if (typeof name === "string") target.setProperty(kebab(name), value);
      return true;
    },
  }) as Style;
}
