/**
 * True for an imported file that a training framework reads, by its ending. A JSON file may be one too: its keys
 * decide.
 */
export const isLaunchFile = (specifier: string): boolean => /\.(sh|sbatch|toml|ya?ml|py)$/i.test(specifier);
