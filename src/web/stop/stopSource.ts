/**
 * Place where a worker looks, while it computes, for the page's request to stop. A worker receives no message then.
 *
 * - `shared`: memory with one Int32 that the page sets to 1. Only isolated pages have it.
 * - `blob`: address of a blob that the page revokes. It works on any static host, without special headers.
 * - `none`: the request cannot be stopped.
 */
export type StopSource =
  | { readonly kind: "shared"; readonly flag: SharedArrayBuffer }
  | { readonly kind: "blob"; readonly url: string }
  | { readonly kind: "none" };
