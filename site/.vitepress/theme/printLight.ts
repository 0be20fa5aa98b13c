/**
 * Prints pages of the dark theme as those of the light one: paper is white, and browsers leave backgrounds out. Figures follow the class
 * as they do when a reader changes the theme.
 */
export function printLight(): void {
  const { classList } = document.documentElement;
  let dark = false;
  addEventListener("beforeprint", () => {
    dark = classList.contains("dark");
    classList.remove("dark");
  });
  addEventListener("afterprint", () => classList.toggle("dark", dark));
}
