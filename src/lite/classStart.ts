import qrcode from "qrcode-generator";

/**
 * Script of the page that starts a class: the chosen lesson's link, as a text to copy and as a QR code, small and for the projector.
 * The address of the page tells the lesson (`#07-pipelines`), so that a teacher can keep it.
 */
const element = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
};

/** Address of a lesson in the lab. `data-link` is relative to the page and has the lesson's name in braces. */
const addressOf = (lesson: string): string =>
  new URL((document.body.dataset.link ?? "").replace("{lesson}", lesson), location.href).href;

/** QR code of a text as SVG, in black on white on any page: readers of QR codes want it so. */
function codeOf(text: string): string {
  // Type 0: the smallest that holds the text.
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  return code.createSvgTag({ scalable: true, margin: 4, cellSize: 1 });
}

const chosen = element<HTMLSelectElement>("lesson");
const link = element<HTMLAnchorElement>("link");
const copy = element<HTMLButtonElement>("copy");
const projector = element<HTMLDialogElement>("projector");

function show(): void {
  const option = chosen.selectedOptions[0];
  const address = addressOf(chosen.value);
  link.href = address;
  link.textContent = address;
  const svg = codeOf(address);
  element("code").innerHTML = svg;
  element("large-code").innerHTML = svg;
  element("large-title").textContent = option?.textContent ?? "";
  element("large-link").textContent = address;
  element("about").textContent = option?.dataset.about ?? "";
  copy.textContent = "Copy the link";
}

const wanted = decodeURIComponent(location.hash.slice(1));
if ([...chosen.options].some(({ value }) => value === wanted)) chosen.value = wanted;
element("own").hidden = !/^(?:localhost|127\.|\[::1\]|$)/.test(location.hostname);
chosen.addEventListener("change", () => {
  location.replace(`#${encodeURIComponent(chosen.value)}`);
  show();
});
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.href);
    copy.textContent = "Copied";
  } catch {
    // Without a secure address the page may not copy, and its reader can.
    getSelection()?.selectAllChildren(link);
    copy.textContent = "Selected: copy with the keyboard";
  }
});
element("enlarge").addEventListener("click", () => projector.showModal());
projector.addEventListener("click", () => projector.close());
show();
