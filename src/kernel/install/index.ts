export {
  type InstalledKernel,
  type InstallOptions,
  type InstallResult,
  installKernel,
  listKernels,
  uninstallKernel,
} from "./installKernel.ts";
