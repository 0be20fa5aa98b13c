/**
 * Script that adds a copy button to each file of a page. Without clipboard access the button selects the
 * text.
 */
export const PAGE_COPY_SCRIPT = `
document.querySelectorAll(".dtp-file").forEach(function (file) {
  var code = file.querySelector("code");
  var button = document.createElement("button");
  function say(word) {
    button.textContent = word;
    setTimeout(function () { button.textContent = "Copy"; }, 2000);
  }
  function select() {
    getSelection().selectAllChildren(code);
    say("Selected");
  }
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", function () {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(code.textContent + "\\n").then(function () { say("Copied"); }, select);
  });
  file.querySelector("figcaption").appendChild(button);
});
`.trim();
