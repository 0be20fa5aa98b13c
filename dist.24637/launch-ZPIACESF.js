import{writeOut}from"./chunk-6R3PMPXD.js";import"./chunk-QITQTTZQ.js";import{readProgram}from"./chunk-DKOYEXYU.js";import"./chunk-B4FHQGYZ.js";import"./chunk-AWXIDGCV.js";import"./chunk-UQXBIE7V.js";import{render}from"./chunk-HNW6YMXR.js";import"./chunk-4L355ENS.js";import"./chunk-UKD4RNVD.js";import{basename,relative}from"node:path";async function launch({operands,flags},io){let[operand="-",scenario="",target=""]=operands,program=await readProgram(operand,io);if("problem"in program)return io.err(`dtp: ${program.problem}
`),2;if(program.path===null)return io.err(`dtp: a launch needs a file: standard input cannot be imported
`),2;let from=`./${relative(program.folder,program.path)||basename(program.path)}`,text=`import ${scenario} from ${JSON.stringify(from)}
show ${scenario}.launch.${target}
`,overrides=flags.get("--set")??[],{folder,root}=program,result=await io.evaluate({name:"dtp launch",text,folder,root,overrides},{}),lossy=flags.has("--lossy"),diagnostics=lossy?result.diagnostics:result.diagnostics.map(asError);for(let each of diagnostics)io.err(`${render(each,{color:io.stderr.color}).trimEnd()}

`);let file=result.outputs.flatMap(({document})=>document.blocks).find(({kind})=>kind==="file");return file?.kind!=="file"||!lossy&&result.diagnostics.some(isLoss)?1:writeOut(`${file.lines.join(`
`)}
`,flags.get("--out")?.[0],io)}var isLoss=({code})=>code==="not-carried",asError=one=>isLoss(one)?{...one,severity:"error",help:`${one.help}; \`--lossy\` writes the file without these settings`}:one;export{launch};
