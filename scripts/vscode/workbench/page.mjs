// Script of the page of `serveWorkbench.mjs`: VS Code's workbench over the folder `memfs:/plans`. Tests and pictures call its
// commands by `dtpHost`.
/* global require */
const { create, URI, commands } = await new Promise((resolve) => {
  globalThis.require(["vs/workbench/workbench.web.main"], resolve);
});
const { extensions, settings, product } = await (await fetch("/host.json")).json();
const folder = URI.parse("memfs:/plans");
create(document.body, {
  productConfiguration: product,
  additionalBuiltinExtensions: extensions.map((one) => URI.parse(`${location.origin}${one}`)),
  workspaceProvider: { workspace: { folderUri: folder }, trusted: true, open: async () => false },
  configurationDefaults: settings,
  settingsSyncOptions: { enabled: false },
});

globalThis.dtpHost = {
  run: (command, ...given) => commands.executeCommand(command, ...given),
  open: (path, options) => commands.executeCommand("vscode.open", URI.joinPath(folder, path), options),
};
