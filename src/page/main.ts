/** Entry of the script of a page that `dtp run --html` writes. */
import { livePage } from "./livePage.ts";

livePage();
