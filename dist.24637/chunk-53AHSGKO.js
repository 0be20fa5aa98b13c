import{LATEST_EDITION}from"./chunk-65G6AGZW.js";import{engineVersion,stdVersion}from"./chunk-UQXBIE7V.js";function versionText(){return[`dtp ${engineVersion()}`,`language edition ${LATEST_EDITION}`,`std data ${stdVersion()}`,""].join(`
`)}export{versionText};
