export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly path: string;
}
export function shippedPackages(root: string): readonly ShippedPackage[];
export function licenceTexts(root: string): string;
