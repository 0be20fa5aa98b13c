import { lateScript } from "../dom/lateScript.ts";
import type { showGallery } from "../gallery/gallery.ts";
import type { addDialog } from "../shell/addDialog.ts";
import type { shareDialog } from "../shell/shareDialog.ts";

/** Global in which `dialogs.js` leaves its functions. */
export const DIALOGS = "dtp:dialogs";

/** Dialogs of the playground's buttons. */
export interface Dialogs {
  readonly addDialog: typeof addDialog;
  readonly shareDialog: typeof shareDialog;
  readonly showGallery: typeof showGallery;
}

/** Loads `dialogs.js` from the folder of scripts. */
export const loadDialogs = lateScript<Dialogs>("dialogs.js", DIALOGS, "The dialog did not load.");
