import{replaceFile}from"./chunk-QITQTTZQ.js";import{fileProblem}from"./chunk-AWXIDGCV.js";import{resolve}from"node:path";async function writeOut(text,out,io){if(out===void 0)return io.out(text),0;try{await replaceFile(resolve(io.cwd,out),text)}catch(error){return io.err(`dtp: ${fileProblem(out,error)}
`),2}return io.err(`Wrote ${out}.
`),0}export{writeOut};
