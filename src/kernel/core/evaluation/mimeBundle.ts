export type MimeBundle = Readonly<Record<string, unknown>>;
