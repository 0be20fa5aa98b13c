const KEY = "dtp:theme";
const CHOICES = ["auto", "light", "dark"] as const;
type Choice = (typeof CHOICES)[number];

/** Light and dark: the reader's choice, by default what the system has. */
export class Theme {
  private choice: Choice = "auto";
  /** True while the page is printed: paper is white, and browsers leave backgrounds out. */
  private printed = false;
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    private readonly button: HTMLButtonElement,
    private readonly store: Storage | null,
  ) {
    const saved = store?.getItem(KEY);
    this.choice = CHOICES.find((one) => one === saved) ?? "auto";
    this.system.addEventListener("change", () => this.apply());
    button.addEventListener("click", () => {
      this.choice = CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length] ?? "auto";
      try {
        this.store?.setItem(KEY, this.choice);
      } catch {
        // The choice holds until the page is closed.
      }
      this.apply();
    });
    for (const event of ["beforeprint", "afterprint"])
      addEventListener(event, () => {
        this.printed = event === "beforeprint";
        this.apply();
      });
    this.apply();
  }

  isDark(): boolean {
    if (this.printed) return false;
    return this.choice === "dark" || (this.choice === "auto" && this.system.matches);
  }

  private apply(): void {
    const { dataset, style } = document.documentElement;
    dataset.theme = this.isDark() ? "dark" : "light";
    const scheme = this.choice === "auto" ? "light dark" : this.choice;
    style.colorScheme = this.printed ? "light" : scheme;
    this.button.textContent = `Theme: ${this.choice}`;
  }
}
