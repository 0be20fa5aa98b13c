export function buildClassPage(place: "site" | "lab" | "server"): Promise<string>;
