/** Whether a file of `notebooks/` is in the lab. The course's keys, worked answers and exam are the teacher's. */
export const isInLab = (path) => !path.includes("keys") && !/^course[\\/](?:solutions|exam)\b/.test(path);
