import"./chunk-UKD4RNVD.js";import{resolve}from"node:path";async function kernel({operands,flags},io){let named=["--user","--prefix","--sys-prefix"].filter(flag=>flags.has(flag));if(named.length>1)return io.err(`dtp: ${named.join(" and ")} name two places; give one
`),2;let installer=await import("./install-ZCYU5A4T.js"),prefix=flags.has("--sys-prefix")?installer.activePrefix():flags.get("--prefix")?.[0];if(prefix===null)return io.err(`dtp: --sys-prefix needs an active Python environment; --prefix DIR names one
`),2;let place=prefix===void 0?{}:{prefix:resolve(io.cwd,prefix)};switch(operands[0]){case"install":{let result=await installer.installKernel(place);return result.ok?(io.out(`Installed the DTP kernel in ${result.folder}
`),result.extension!==null?io.out(`Installed JupyterLab's extension in ${result.extension}
`):io.err(`JupyterLab's extension is not built (npm run build:lab): no colours, static figures.
`),io.err(`Next: jupyter lab, then a new notebook with the kernel DTP.
`),0):refuse(result.problem,io)}case"uninstall":{let result=installer.uninstallKernel(place);return result.ok?(io.out(`Removed the DTP kernel from ${result.folder}
`),result.extension!==null&&io.out(`Removed JupyterLab's extension from ${result.extension}
`),0):refuse(result.problem,io)}default:{let kernels=installer.listKernels(place);for(let{name,folder,works}of kernels)io.out(`${name}  ${folder}${works?"":"  (broken: the program it starts is gone; install it again)"}
`);return kernels.length===0&&io.err(`No DTP kernel is installed; \`${io.program} kernel install\` does it.
`),0}}}function refuse(problem,io){return io.err(`dtp: ${problem}
`),1}export{kernel};
