import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyListOf, type Log, logOf, ORIGIN, signerNamed } from './log.testing.ts';

const WITNESS = fileURLToPath(new URL('witness.mjs', import.meta.url));
const ours = signerNamed('ours');
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-witness-'));
const entries = (count: number): string[] => Array.from({ length: count }, (_, at) => `event ${at}`);

/** A site that shows a log. */
let log: Log | null = logOf(entries(300), ours);
let keys: unknown;
const site = createServer(async (request, response) => {
  const { pathname } = new URL(request.url!, 'http://site');
  if (pathname === '/.well-known/vimarsh-ledger.json') return response.end(JSON.stringify({ public_key: ours.publicKey, keys }));
  const tile = /tile\/(\d)\/(\d{3})(?:\.p\/(\d+))?$/.exec(pathname);
  if (!log || !(pathname.endsWith('/checkpoint') || tile)) return response.writeHead(404).end();
  response.end(tile ? await log.tile(Number(tile[1]), Number(tile[2]), Number(tile[3] ?? 256)) : log.note);
});
let url = '';
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

const key = (name: string): string[] => ['--name', 'w1.example', '--key-file', join(folder, name, 'key.pem'), '--state-file', join(folder, name, 'head.json')];
async function run(...args: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [WITNESS, ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const [status] = await once(child, 'close');
  return { status, said };
}

test('without a name it says how it is used, and it shows its key', () => {
  const { status, stderr } = spawnSync(process.execPath, [WITNESS], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('--watch https://portal.example')]);
  const show = () => spawnSync(process.execPath, [WITNESS, ...key('shown'), '--show-key'], { encoding: 'utf8' }).stdout;
  const shown = show();
  expect(shown).toMatch(/^w1\.example\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
  expect(show()).toBe(shown);
});

test('on a timer: learns the log at the first look, goes along with what grows, and ends with 1 where it refuses', async () => {
  const look = () => run(...key('timer'), '--watch', url, '--once');
  expect(await look()).toEqual({ status: 0, said: expect.stringContaining('witness w1.example: co-signed 300 entries') });
  expect(await look()).toEqual({ status: 0, said: '' });
  log = logOf(entries(700), ours);
  expect(await look()).toEqual({ status: 0, said: expect.stringContaining('co-signed 700 entries') });
  log = logOf(entries(300), ours);
  expect(await look()).toEqual({ status: 1, said: expect.stringContaining('the log was cut: 700 entries were co-signed, now there are 300') });
  log = logOf([...entries(699), 'another', 'one more'], ours);
  expect(await look()).toEqual({ status: 1, said: expect.stringContaining('the 700 entries that were co-signed are not the first of these 701') });
  log = logOf(entries(710), signerNamed('theirs'));
  expect(await look()).toEqual({ status: 1, said: expect.stringContaining('not signed with the key of the log') });
  log = null;
  expect(await look()).toEqual({ status: 2, said: expect.stringContaining('answered 404') });
  expect(JSON.parse(readFileSync(join(folder, 'timer', 'head.json'), 'utf8'))).toMatchObject({
    log: { origin: ORIGIN, keys: [ours.publicKey] },
    head: { size: 700 },
    refused: { why: 'not signed with the key of the log', note: expect.stringContaining(`${ORIGIN}\n710\n`) },
  });
}, 120_000);

test('follows a change of the log’s key by itself, over its own ends and whatever key it was started with; a forged change ends with 1', async () => {
  const [next, forger] = [signerNamed('next'), signerNamed('forger')];
  const given = ['--origin', ORIGIN, '--log-key', ours.publicKey];
  const look = () => run(...key('follows'), ...given, '--watch', url, '--once');
  log = logOf(entries(300), ours);
  expect(await look()).toMatchObject({ status: 0 });
  log = logOf(entries(310), next);
  keys = await keyListOf(ours, next);
  expect(await look()).toEqual({ status: 0, said: expect.stringMatching(/the log’s key is \S+ from now on[\s\S]*co-signed 310 entries/) });
  log = logOf(entries(320), next);
  expect(await look(), 'the old key on its command line takes nothing back').toEqual({ status: 0, said: expect.stringContaining('co-signed 320 entries') });
  log = logOf(entries(330), forger);
  keys = [...(await keyListOf(ours, next)), ...(await keyListOf(ours, forger)).slice(1)];
  expect(await look()).toEqual({ status: 1, said: expect.stringContaining('key 3 in the list of the log’s keys is not signed by the one before') });
  expect(JSON.parse(readFileSync(join(folder, 'follows', 'head.json'), 'utf8'))).toMatchObject({
    log: { origin: ORIGIN, keys: [next.publicKey], before: [ours.publicKey] },
    head: { size: 320 },
  });
  keys = undefined;
}, 120_000);

test('as a server it waits for a log that is not there yet, and ends with whoever started it', async () => {
  log = null;
  const child: ChildProcess = spawn(process.execPath, [WITNESS, ...key('server'), '--watch', url, '--every', '1'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    let said = '';
    child.stdout!.on('data', (part) => (said += part));
    await expect.poll(() => said, { timeout: 20_000 }).toContain('could not look');
    log = logOf(entries(5), ours);
    await expect.poll(() => said, { timeout: 20_000 }).toContain('co-signed 5 entries');
    const ended = once(child, 'exit');
    child.disconnect();
    expect((await ended)[0]).toBe(0);
  } finally {
    child.kill();
  }
}, 120_000);
