/**
 * Initial file of a new project: its path, and its template. `NAME` in both stands for the project's name.
 */
export interface ScaffoldFile {
  readonly path: string;
  readonly template: string;
}

/**
 * Files of each kind of project that `dtp new` can create. Templates have plain names, because packing leaves
 * out some dot files.
 */
export const scaffolds: Readonly<Record<string, readonly ScaffoldFile[]>> = {
  paper: [
    { path: "NAME.dtp", template: "paper/plan.dtp" },
    { path: "README.md", template: "paper/README.md" },
    { path: ".github/workflows/dtp.yml", template: "paper/github.yml" },
    { path: ".gitlab-ci.yml", template: "paper/gitlab.yml" },
    { path: ".pre-commit-config.yaml", template: "paper/pre-commit.yaml" },
    { path: ".gitattributes", template: "paper/gitattributes" },
  ],
  course: [
    { path: "01-NAME.dtp", template: "course/lesson.dtp" },
    { path: "keys/01-NAME.dtp", template: "course/key.dtp" },
    { path: "solutions/01-NAME.dtp", template: "course/solution.dtp" },
    { path: "README.md", template: "course/README.md" },
    { path: ".pre-commit-config.yaml", template: "pre-commit.yaml" },
  ],
};
