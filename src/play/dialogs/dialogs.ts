/** Entry of the script that the first dialog loads, so that the page itself stays small. */
import { showGallery } from "../gallery/gallery.ts";
import { addDialog } from "../shell/addDialog.ts";
import { shareDialog } from "../shell/shareDialog.ts";
import { DIALOGS, type Dialogs } from "./loadDialogs.ts";

const dialogs: Dialogs = { addDialog, shareDialog, showGallery };

Reflect.set(globalThis, DIALOGS, dialogs);
