/**
 * Entry of `dtplan/element`: the element `<dtp-plan>`, which runs a program in a page and shows what it shows. The module defines the
 * element where it is imported.
 *
 *     <script type="module" src="dtplan/dist/page/element.js"></script>
 *     <dtp-plan><script type="text/dtp">show 80 GiB - 3 GB</script></dtp-plan>
 */
import { PlanElement } from "./element/planElement.ts";

export { PlanElement, type PlanResult } from "./element/planElement.ts";
export { scriptsAt } from "./element/runtimes.ts";

if (!customElements.get("dtp-plan")) customElements.define("dtp-plan", PlanElement);

declare global {
  interface HTMLElementTagNameMap {
    "dtp-plan": PlanElement;
  }
}
