export { activePrefix } from "./dataDir.ts";
export {
  type InstalledKernel,
  type InstallOptions,
  type InstallResult,
  installKernel,
  listKernels,
  uninstallKernel,
} from "./installKernel.ts";
