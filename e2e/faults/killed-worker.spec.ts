import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { lives, removeLeftFolders } from '../support/folders.ts';
import { REPOSITORY } from '../support/stack.ts';

test('a worker that is killed leaves no server running, and its folders go with the next run', async () => {
  const support = `${REPOSITORY}e2e/support`;
  const worker = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { spawn } from 'node:child_process';
     import { makeFolder } from '${support}/folders.ts';
     const server = spawn(process.execPath, ['--import=${support}/preloaded/end-with-parent.ts', '-e', 'setInterval(() => {}, 1000)'], { env: { ...process.env, STARTED_BY: String(process.pid) } });
     console.log(JSON.stringify({ server: server.pid, folders: [makeFolder(false), makeFolder(true)] }));`,
  ]);
  const { server, folders } = JSON.parse(String((await once(worker.stdout, 'data'))[0])) as { server: number; folders: string[] };
  removeLeftFolders();
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await expect.poll(() => lives(server)).toBe(false);
  removeLeftFolders();
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test('what a server starts itself lives on while the server does', () => {
  const load = `--import=${REPOSITORY}e2e/support/preloaded/end-with-parent.ts`;
  const child = 'setTimeout(() => process.exit(7), 2500)';
  const server = `process.exit(require('node:child_process').spawnSync(process.execPath, ['${load}', '-e', ${JSON.stringify(child)}]).status ?? 1)`;
  expect(spawnSync(process.execPath, [load, '-e', server], { env: { ...process.env, STARTED_BY: String(process.pid) } }).status).toBe(7);
});
