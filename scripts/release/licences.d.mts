export function licencesPage(root: string): string;
