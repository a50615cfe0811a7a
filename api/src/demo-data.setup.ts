import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, for what its test processes share. */
    demoFolder: string;
  }
}

/** Before all API tests. */
export default function prepare(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-demo-'));
  project.provide('demoFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
