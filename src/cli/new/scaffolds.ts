/** Where a file of a scaffold goes, and the template it is made from; `NAME` in both is the project's name. */
export interface ScaffoldFile {
  readonly path: string;
  readonly template: string;
}

/** What `dtp new` can begin. Templates stand under plain names, because packing leaves some dot files out. */
export const scaffolds: Readonly<Record<string, readonly ScaffoldFile[]>> = {
  paper: [
    { path: "NAME.dtp", template: "paper/plan.dtp" },
    { path: "README.md", template: "paper/README.md" },
    { path: ".github/workflows/dtp.yml", template: "github.yml" },
    { path: ".gitlab-ci.yml", template: "gitlab.yml" },
    { path: ".pre-commit-config.yaml", template: "pre-commit.yaml" },
  ],
  course: [
    { path: "01-NAME.dtp", template: "course/lesson.dtp" },
    { path: "solutions/01-NAME.dtp", template: "course/solution.dtp" },
    { path: "README.md", template: "course/README.md" },
    { path: ".pre-commit-config.yaml", template: "pre-commit.yaml" },
  ],
};
