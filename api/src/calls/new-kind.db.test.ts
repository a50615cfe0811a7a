import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const LINE = "export { createTouch as touch } from './touch/index.ts';\n";

let copy: string;
let facts: Record<string, unknown>;

/** A copy of the server in which `calls/touch` is new, and one line in `kinds.ts`. Nothing else differs. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vimarsh-new-kind-'));
  await cp(join(REPOSITORY, 'api'), join(copy, 'api'), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  for (const linked of ['node_modules', 'shared', 'package.json']) await symlink(join(REPOSITORY, linked), join(copy, linked));
  const calls = join(copy, 'api/src/calls');
  await rename(join(calls, 'touch.testing'), join(calls, 'touch'));
  await cp(join(calls, 'touch/0900_touches.sql'), join(calls, 'touch/migrations/0900_touches.sql'));
  await appendFile(join(calls, 'kinds.ts'), LINE);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(calls, 'touch/story.ts')], { maxBuffer: 1 << 24 });
  facts = JSON.parse(stdout.trim().split('\n').at(-1)!);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('a new kind of call is its folder and one line of registration', async () => {
  const [before, after] = await Promise.all([REPOSITORY, copy].map((root) => readFile(join(root, 'api/src/calls/kinds.ts'), 'utf8')));
  expect(after).toBe(before + LINE);
  // Authors' records stand in the same log and are no calls.
  expect(facts.kinds).toEqual(['equity', 'options', 'touch', 'author']);
});

test('the frame of authors asks it for its rules, and does the rest', () => {
  expect(facts).toMatchObject({ limited: ['PUBLISH_RULE', 'You have 2 open calls; that is the limit.'], noted: 200 });
});

test('it is published once per intent, by authors with the right, in one chain with the first kind', () => {
  expect(facts).toMatchObject({ same: true, refused: 'NOT_VERIFIED', equity: 200 });
  const { chain, named } = facts as { chain: number[]; named: [string, string, string | null][] };
  expect(chain).toEqual(chain.map((_, index) => index + 1));
  // Events of the first kind are older than the second and name none.
  for (const [kind, , inText] of named) expect(inText).toBe(kind === 'equity' ? null : kind);
  expect(named.slice(0, 3).map(([kind, type]) => [kind, type])).toEqual([
    ['touch', 'publish'],
    ['touch', 'publish'],
    ['equity', 'publish'],
  ]);
});

test('prices close it, listeners are told, and it has its own lists', () => {
  expect(facts.closed).toEqual(
    expect.arrayContaining([
      ['touch', 'first', 'target_hit'],
      ['touch', 'far', 'expired'],
    ]),
  );
  expect(facts.listed).toEqual([
    ['INFY', 'target_hit'],
    ['TCS', 'expired'],
  ]);
  expect(facts.equityList).toEqual(['SBIN']);
});

test('it is proved up to the day’s root, and its rows follow from its events', () => {
  const steps = facts.proof as [string, boolean][];
  expect(steps.filter(([, ok]) => !ok)).toEqual([]);
  expect(steps.length).toBeGreaterThan(5);
  expect(facts).toMatchObject({ rooted: 1, rows: true });
});
