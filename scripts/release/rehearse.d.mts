import type { ShippedPackage } from "./shipped.mjs";
export interface Bill {
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly purl?: string;
    readonly properties?: readonly { readonly name: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
export const artifacts: readonly { readonly name: string; readonly source: string; version(file: string): string | undefined }[];
export function billOf(bill: Bill, shipped: readonly ShippedPackage[]): Bill;
export function rehearse(root: string, folder: string, say?: (line: string) => void): Promise<readonly string[]>;
