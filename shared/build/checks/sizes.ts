const MOST_FILES = 24;

/** Tests aside: they stand beside what they test. */
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;

/** Folders of more than 24 files of code, one sentence each. `paths` are from the repository's root. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (!CODE.test(path) || TEST.test(path)) continue;
    const folder = folderOf(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count} files; divide it by subject`);
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
