import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-declare-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command beside a server of files, in New York. */
async function run(command: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${command}.ts`, import.meta.url)), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: join(folder, 'data'),
      MARKET_FEED: 'replay',
      TZ: 'America/New_York',
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out, err };
}

test('a closure is declared, listed and withdrawn, and never without a reason', async () => {
  const list = join(folder, 'own.csv');
  await writeFile(list, 'date,session,reason\n2026-12-05,09:15-12:30,NSE/CMTR/2 drill\n');
  expect((await run('import', list)).out).toContain('Calendar, own.csv: 2026-12-05 open 09:15–12:30, pre-open from 09:00 (NSE/CMTR/2 drill)');

  expect(await run('calendar', 'close', '2026-12-04')).toMatchObject({ code: 2, err: expect.stringContaining('Say why, such as the exchange’s circular') });
  expect(await run('calendar', 'shut', '2026-12-04', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('“shut” is nothing that can be declared.') });
  const declared = await run('calendar', 'close', '2026-12-04', 'NSE/CMTR/1,', 'day of mourning', '--by', 'Asha');
  expect(declared).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Row 2: 2026-12-04 closed (NSE/CMTR/1, day of mourning).') });
  expect(await run('calendar', 'close', '2026-12-04', 'again')).toMatchObject({ code: 1, err: 'It is so already: 2026-12-04 closed.\n' });
  expect(await run('calendar', 'withdraw', '2', 'taken back', '--by', 'Ravi')).toMatchObject({ code: 0 });

  const { code, out } = await run('calendar', 'list');
  expect(code).toBe(0);
  const rows = out.trimEnd().split('\n');
  expect(rows[0]).toMatch(/^1 {2}2026-12-05 open 09:15–12:30, pre-open from 09:00: NSE\/CMTR\/2 drill \(own\.csv, SHA-256 [0-9a-f]{64}, known 20\d\d-\S+Z\)$/);
  expect(rows[1]).toMatch(/^2 {2}2026-12-04 closed \[counts no more\]: NSE\/CMTR\/1, day of mourning \(entered by Asha, known /);
  expect(rows[2]).toMatch(/^3 {2}row 2 is withdrawn: taken back \(entered by Ravi, known /);
}, 240_000);
