/** Variables without git's own: within a hook they would lead commands to the repository that runs the tests. */
export const ownEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
);
