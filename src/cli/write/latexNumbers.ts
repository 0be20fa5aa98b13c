import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeLatex } from "../../report/render/toLatex.ts";

/** End of the names of files with numbers, which `dtp.sty` reads. */
export const NUMBERS = "-numbers.tex";

const MARK = "% Numbers of a DTP program";

/** File of a program's numbers by name, which `dtp.sty` reads. `source` names the program, with its hash and the versions. */
export function numbersLatex(
  texts: readonly { readonly name: string; readonly text: string }[],
  source: string,
): string {
  return [
    `${MARK}, for dtp.sty. Written by \`dtp run --latex\`.`,
    `\\dtp@source{${escapeLatex(source)}}`,
    ...texts.map(({ name, text }) => {
      const { number, space, unit } = parted(text);
      return `\\dtp@let{${name}}{${escapeLatex(number)}}{${space}${escapeLatex(unit)}}`;
    }),
    "",
  ].join("\n");
}

/** Number and unit of a text: `14.26` and `s` with a space that does not break, `49.6` and `%` without. Other texts have no unit. */
function parted(text: string): { readonly number: string; readonly space: string; readonly unit: string } {
  const [, number, unit, percent] = /^([-<>~≈]*[\d.,]+[A-Za-z]?)(?: (.+)|(%))$/.exec(text) ?? [];
  if (number === undefined) return { number: text, space: "", unit: "" };
  return percent === undefined
    ? { number, space: "~", unit: unit ?? "" }
    : { number, space: "", unit: percent };
}

/** Stems of the files of numbers in a folder: those of `dtp run --latex`, sorted. */
export async function numberStems(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(NUMBERS)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8").catch(() => "")));
  return names
    .filter((_, at) => texts[at]?.startsWith(MARK) === true)
    .map((name) => name.slice(0, -NUMBERS.length));
}

/** The package `dtp.sty`, which reads the numbers of all programs beside it. */
export function stylePackage(stems: readonly string[]): string {
  return `${STYLE}${stems.map((stem) => `\\dtp@read{${stem}}\n`).join("")}\\endinput\n`;
}

/** Macros of the package. `\detokenize` keeps an underscore in a name a letter, whatever other packages make of it. */
const STYLE = `% Numbers of DTP programs by name, for \\usepackage{dtp}. Written by \`dtp run --latex\`.
%   \\dtp{base.step_time}          the number with its unit
%   \\dtp*{base.step_time}         the number alone
%   \\dtp[tables]{base.step_time}  of the program whose tables are in tables.tex, where two programs have the name
%   \\dtpsource[tables]            the program, its hash, and the versions that computed the numbers
\\NeedsTeXFormat{LaTeX2e}
\\ProvidesPackage{dtp}[2026/01/01 numbers of DTP programs]
\\def\\dtp@key#1{dtp@\\detokenize{#1}}
\\def\\dtp@file{}
\\def\\dtp@source#1{%
  \\expandafter\\gdef\\csname dtp@source@\\dtp@file\\endcsname{#1}%
  \\ifx\\dtp@first\\@undefined\\global\\let\\dtp@first\\dtp@file\\fi}
\\def\\dtp@let#1#2#3{%
  \\expandafter\\gdef\\csname dtp@\\dtp@file/\\detokenize{#1}\\endcsname{{#2}{#3}}%
  \\@ifundefined{\\dtp@key{#1}}{%
    \\expandafter\\gdef\\csname\\dtp@key{#1}\\endcsname{{#2}{#3}}%
  }{%
    \\def\\dtp@one{{#2}{#3}}%
    \\expandafter\\ifx\\csname\\dtp@key{#1}\\endcsname\\dtp@one\\else
      \\expandafter\\gdef\\csname dtp@twice@\\detokenize{#1}\\endcsname{}%
    \\fi
  }}
\\def\\dtp@whole#1#2{#1#2}
\\DeclareRobustCommand\\dtp{\\@ifstar{\\let\\dtp@shape\\@firstoftwo\\dtp@get}{\\let\\dtp@shape\\dtp@whole\\dtp@get}}
\\newcommand*\\dtp@get[2][]{%
  \\edef\\dtp@name{\\if\\relax\\detokenize{#1}\\relax\\detokenize{#2}\\else\\detokenize{#1/#2}\\fi}%
  \\@ifundefined{dtp@\\dtp@name}{%
    \\PackageError{dtp}{No number is named \`\\dtp@name'}{The files that end in ${NUMBERS} list the names. Run dtp again where the program is newer.}%
    \\textbf{??}%
  }{%
    \\@ifundefined{dtp@twice@\\dtp@name}{}{%
      \\PackageError{dtp}{Two programs have a number \`\\dtp@name'}{Say which: \\string\\dtp[tables]{\\dtp@name} for the one whose tables are in tables.tex.}}%
    \\expandafter\\expandafter\\expandafter\\dtp@shape\\csname dtp@\\dtp@name\\endcsname
  }}
\\newcommand*\\dtpsource[1][\\dtp@first]{\\@nameuse{dtp@source@#1}}
% In a PDF's bookmarks, where only what expands can stand.
\\def\\dtp@plain#1{\\expandafter\\expandafter\\expandafter\\dtp@whole\\csname\\dtp@key{#1}\\endcsname}
\\AtBeginDocument{\\@ifpackageloaded{hyperref}{\\pdfstringdefDisableCommands{\\let\\dtp\\dtp@plain}}{}}
\\def\\dtp@read#1{\\edef\\dtp@file{\\detokenize{#1}}\\InputIfFileExists{#1${NUMBERS}}{}{}}
`;
