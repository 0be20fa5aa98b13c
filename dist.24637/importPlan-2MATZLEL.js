import{writeOut}from"./chunk-6R3PMPXD.js";import"./chunk-QITQTTZQ.js";import{readLaunch,unreadLine}from"./chunk-5CTU2GHN.js";import"./chunk-MW7KUWDG.js";import{format,parse}from"./chunk-65G6AGZW.js";import{readProgram}from"./chunk-DKOYEXYU.js";import"./chunk-B4FHQGYZ.js";import"./chunk-AWXIDGCV.js";import"./chunk-UXLONOI6.js";import"./chunk-UQXBIE7V.js";import{visible}from"./chunk-H7XVO5HF.js";import"./chunk-HNW6YMXR.js";import"./chunk-4L355ENS.js";import"./chunk-UKD4RNVD.js";async function importPlan({operands,flags},io){let[operand="-"]=operands,name=flags.get("--name")?.[0]??"imported";if(!/^[A-Za-z_]\w*$/.test(name))return io.err(`dtp: --name takes a name of the language: letters, digits and _, not ${JSON.stringify(name)}
`),2;let program=await readProgram(operand,io);if("problem"in program)return io.err(`dtp: ${program.problem}
`),2;let shown=operand==="-"?"standard input":program.name,found=readLaunch(visible(program.text),shown,name);if("problem"in found)return io.err(`dtp: ${shown} is not a known launch file: ${found.problem}
`),1;let{file}=parse({name:shown,text:found.text},"file"),code=await writeOut(format(file),flags.get("--out")?.[0],io),unread=found.unread.map(unreadLine);return io.err(`Read as ${found.from}.${unread.length===0?"":` Not read:
${unread.join(`
`)}`}
`),code}export{importPlan};
