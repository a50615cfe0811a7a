/** A file: its path from the repository's root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const MOST_FILES = 24;

/** Tests aside: they stand beside what they test. */
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;
/** The paragraph of a README that gives a full folder's reason, such as "**Why so many files.** Each is one step." */
const TOGETHER = /^\*\*Why so many files[^*]*\*\* \S/m;

/** Folders of more than 24 files of code whose own README does not say why, one sentence each. */
export function crowdedFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (!CODE.test(path) || TEST.test(path)) continue;
    const folder = folderOf(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !sources.some(({ path, text }) => path === `${folder}/README.md` && TOGETHER.test(text)))
    .map(([folder, count]) => `${folder}: ${count} files; divide it by subject`);
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
