import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort } from '../src/platform/testing/free-port.testing.ts';
import { logOf, ORIGIN, signerNamed } from './log.testing.ts';
import { proofFromTiles } from './witness.mjs';

const WITNESS = fileURLToPath(new URL('witness.mjs', import.meta.url));
const ours = signerNamed('ours');
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-witness-'));
const [keyFile, stateFile] = [join(folder, 'key.pem'), join(folder, 'state', 'head.json')];
const first = logOf(['one', 'two', 'three'], ours);
const grown = logOf(['one', 'two', 'three', 'four'], ours);

let child: ChildProcess | null = null;
let port = 0;
let said = '';
afterEach(async () => {
  const ended = child && child.exitCode === null ? once(child, 'exit') : null;
  child?.kill();
  await ended;
  child = null;
});
mkdirSync(join(folder, 'state'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A witness at a port of its own. */
async function begin(): Promise<void> {
  port = await freePort();
  said = '';
  const options = { name: 'w1.example', 'key-file': keyFile, 'state-file': stateFile, origin: ORIGIN, 'log-key': ours.publicKey, port: String(port) };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  child = spawn(process.execPath, [WITNESS, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part) => (said += part));
}
const listens = () => expect.poll(() => fetch(`http://127.0.0.1:${port}/none`).then(({ status }) => status, () => 0), { timeout: 10_000 }).toBe(404); // biome-ignore format: one line
const offer = async (old: number, { note }: { note: string }, proof: string[] = []) => {
  const answer = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body: [`old ${old}`, ...proof, '', note].join('\n') });
  return [answer.status, await answer.text()];
};
/** Sends bytes and hangs up. */
async function send(text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  await wait(200);
  socket.destroy();
  await wait(200);
}

test.each([
  ['an address that is none', 'GET // HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a submission that ends half way', 'POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\nold 0\n'],
])('%s does not end it', async (_, text) => {
  await begin();
  await listens();
  await send(text);
  expect([child!.exitCode, said]).toEqual([null, '']);
  expect(await offer(0, first)).toMatchObject([expect.any(Number), expect.stringMatching(/^(— w1\.example|3\n)/)]);
});

test('where its state can’t be written it co-signs nothing, says so, and goes on when it can', async () => {
  await begin();
  await listens();
  const held = readFileSync(stateFile, 'utf8');
  chmodSync(join(folder, 'state'), 0o500);
  // Root may write everywhere: for it the draft's place is taken by a folder.
  if (process.getuid?.() === 0) mkdirSync(`${stateFile}.new`);
  const path = await proofFromTiles(3, 4, async (...place) => Buffer.from(await grown.tile(...place)));
  const lines = path.map((hash) => hash.toString('base64'));
  expect(await offer(3, grown, lines)).toEqual([503, 'this witness can’t keep its state now\n']);
  expect(readFileSync(stateFile, 'utf8')).toBe(held);
  expect(said).toContain('could not answer');
  chmodSync(join(folder, 'state'), 0o700);
  rmSync(`${stateFile}.new`, { recursive: true, force: true });
  expect((await offer(3, grown, lines))[0]).toBe(200);
});

test.each([
  ['state', stateFile, '', 'is damaged'],
  ['state', stateFile, '{"head":', 'is damaged'],
  ['key', keyFile, '', 'is empty or damaged'],
])('a %s file that was cut is named in one sentence, and nothing is made over it', async (_, file, text, why) => {
  const before = readFileSync(file);
  writeFileSync(file, text);
  await begin();
  const [code] = await once(child!, 'close');
  expect([code, said.trim().split('\n').length, said]).toEqual([2, 1, expect.stringContaining(`${file} ${why}`)]);
  expect(readFileSync(file, 'utf8')).toBe(text);
  writeFileSync(file, before);
});
