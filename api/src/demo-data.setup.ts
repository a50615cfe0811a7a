import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeFolder, removeLeftFolders } from './platform/testing/folders.testing.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, for what its test processes share. */
    demoFolder: string;
  }
}

/** Before all API tests. What they write lies in a folder of the run, in memory where there is room: embedded databases wait for the disk at each commit. */
export default function prepare(project: TestProject): () => void {
  removeLeftFolders('api');
  const folder = makeFolder('api');
  project.provide('demoFolder', folder);
  // Whoever is started from here has both.
  Object.assign(process.env, { TMPDIR: folder, API_TEST_FOLDER: folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
