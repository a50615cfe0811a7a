import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './shared/build/tests/longest-first.ts';
import { WORKERS } from './shared/build/tests/workers.ts';

const jsx = { runtime: 'automatic', importSource: '@emotion/react', development: false } as const;

/** What runs a build or a release takes seconds a test, so it waits for `npm test`; `npm run check` has the rest. */
const BUILDS = '{shared/build,root-config/release}/**/*.build.test.ts';

/** Two kinds of unit tests: rules and server in Node, screens in jsdom. Browser stories live in `e2e/`. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        oxc: { jsx },
        test: {
          name: 'node',
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Rules and small servers that leave nothing behind: files share their workers, which halves the time.
          isolate: false,
          include: ['{api,lab,shared,root-config,mf-*,shell}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.dom.test.ts', '{api,lab}/**/*.db.test.ts', '**/*.apart.test.ts', BUILDS],
        },
      },
      {
        oxc: { jsx },
        test: {
          name: 'dom',
          environment: 'jsdom',
          // One jsdom a worker, a fresh window and modules for each file: making jsdom anew for each took half the time.
          pool: 'vmThreads',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ['{shared,root-config,mf-*,shell}/**/*.test.tsx', '{shared,root-config,mf-*,shell}/**/*.dom.test.ts'],
          exclude: ['**/node_modules/**'],
          setupFiles: ['shared/build/tests/test-dom.ts'],
        },
      },
      {
        // Builds and releases, and what `npm run new` makes.
        test: {
          name: 'builds',
          environment: 'node',
          include: [BUILDS],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        // API stories over a real database: PGlite always, PostgreSQL where one answers.
        test: {
          name: 'api',
          environment: 'node',
          include: ['{api,lab}/**/*.db.test.ts'],
          globalSetup: ['api/src/demo-data.setup.ts'],
          // Commands and servers that tests start compile a thousand files each: half of their start.
          env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
          // A worker keeps its modules and its database threads for all of its files: to start those anew for each took half the time.
          isolate: false,
          // Upper bounds for a machine that stands still for a while.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        // Like those of the API, and each file in a process of its own: they take modules out of a server.
        test: {
          name: 'apart',
          environment: 'node',
          include: ['{api,lab}/**/*.apart.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          exclude: ['**/node_modules/**'],
        },
      },
    ],
  },
});
