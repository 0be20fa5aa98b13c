/** Entry of the script of a page that `dtp run --html` writes. */
import { answeringTables } from "../editor/tables/answeringTable.ts";
import { livePage } from "./livePage.ts";
import { rememberPage } from "./patchPage.ts";

rememberPage(document);
answeringTables(document);
livePage();
