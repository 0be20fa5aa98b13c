// A .vsix file: a zip of the extension's folder, with the two files of the Open Packaging Conventions that VS Code reads.
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { zipSync } from "fflate";

const TYPES = {
  ".json": "application/json",
  ".js": "application/javascript",
  ".cjs": "application/javascript",
  ".md": "text/markdown",
  ".html": "text/html",
  ".txt": "text/plain",
  ".dtp": "text/plain",
  ".png": "image/png",
  ".vsixmanifest": "text/xml",
};
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Bytes of the .vsix file of an extension's folder. */
export async function vsix(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = { "extension.vsixmanifest": manifestXml(manifest), "[Content_Types].xml": typesXml(paths) };
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  );
  for (const path of paths) bytes[`extension/${path}`] = new Uint8Array(await readFile(join(folder, path)));
  // The time of every entry is the same, so that the same source gives the same file.
  return zipSync(bytes, { level: 9, mtime: new Date(2000, 0, 1) });
}

function manifestXml({
  name,
  displayName,
  description,
  version,
  publisher,
  engines,
  categories,
  keywords,
  icon,
}) {
  const asset = (type, path) => `    <Asset Type="${type}" Path="extension/${path}" Addressable="true" />`;
  const property = (id, value) =>
    `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escaped(value)}" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped([...keywords, "__ext_dtp", "__web_extension"].join(","))}</Tags>
    <Categories>${escaped(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property("Engine", engines.vscode)}
${property("ExtensionDependencies", "")}
${property("ExtensionPack", "")}
${property("ExtensionKind", "workspace,web")}
${property("ExecutesCode", "true")}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${icon}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${asset("Microsoft.VisualStudio.Code.Manifest", "package.json")}
${asset("Microsoft.VisualStudio.Services.Content.Details", "README.md")}
${asset("Microsoft.VisualStudio.Services.Content.License", "LICENSE.txt")}
${asset("Microsoft.VisualStudio.Services.Icons.Default", icon)}
  </Assets>
</PackageManifest>
`;
}

function typesXml(paths) {
  const endings = [...new Set([".vsixmanifest", ...paths.map((path) => extname(path))])]
    .filter(Boolean)
    .sort();
  const defaults = endings.map(
    (ending) =>
      `<Default Extension="${ending}" ContentType="${TYPES[ending] ?? "application/octet-stream"}" />`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}</Types>\n`;
}
