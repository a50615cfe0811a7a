import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchFile, fileNameOf } from './fetch-file.ts';

let server: Server;
let other: Server;
let folder: string;
let asked: string[];
const originOf = (of: Server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
const answers: Record<string, (response: ServerResponse) => void> = {
  '/a.csv': (response) => void response.end('one,two\n'),
  '/late.csv': (response) => void response.writeHead(404).end(),
  '/broken.csv': (response) => void response.writeHead(500).end(),
  '/moved.csv': (response) => void response.writeHead(302, { location: '/a.csv' }).end(),
  '/round.csv': (response) => void response.writeHead(302, { location: '/round.csv' }).end(),
  '/nowhere.csv': (response) => void response.writeHead(302).end(),
  '/inside.csv': (response) => void response.writeHead(302, { location: `${originOf(other)}/secret.csv` }).end(),
  '/file.csv': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large.csv': (response) => void response.end('x'.repeat(2000)),
  '/chunks.csv': (response) => {
    for (let n = 0; n < 20; n++) response.write('x'.repeat(100));
    response.end();
  },
  '/cut.csv': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => response.destroy(), 30);
  },
  '/slow.csv': (response) => void response.write('a'),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    answers[new URL(request.url!, 'http://x').pathname]!(response);
  });
  other = createServer((request, response) => {
    asked.push(`other ${request.url}`);
    response.end('secret');
  });
  for (const one of [server, other]) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  for (const one of [server, other]) one.closeAllConnections();
  server.close();
  other.close();
});
beforeEach(async () => {
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-fetch-'));
});
afterEach(() => rm(folder, { recursive: true }));
const get = (path: string, ms = 10_000) => fetchFile(new URL(path, originOf(server)), folder, { bytes: 1000, ms });

test('a file is there under its own name, also behind a redirect of the same host', async () => {
  expect(await get('/a.csv?key=secret')).toEqual({ path: join(folder, 'a.csv') });
  expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('one,two\n');
  expect(await get('/moved.csv')).toEqual({ path: join(folder, 'moved.csv') });
});

test.each([
  ['/late.csv', { notYet: true }],
  ['/broken.csv', { failed: 'it answered 500' }],
  ['/nowhere.csv', { failed: 'it answered 302 without an address' }],
  ['/round.csv', { failed: 'it leads on and on' }],
  ['/large.csv', { failed: 'the file is larger than 0 MB' }],
  ['/chunks.csv', { failed: 'the file is larger than 0 MB' }],
  ['/slow.csv', { failed: 'it took longer than 0.4 s' }],
])('%s: %j, and nothing is left', async (path, answer) => {
  expect(await get(path, path === '/slow.csv' ? 400 : undefined)).toEqual(answer);
  expect(await readdir(folder)).toEqual([]);
});

test('an answer that breaks off leaves nothing and says so without the address', async () => {
  const answer = await get('/cut.csv');
  expect(answer).toMatchObject({ failed: expect.stringMatching(/^it can’t be reached \([A-Z_]+\)$|no connection/) });
  expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
  expect(await readdir(folder)).toEqual([]);
});

test.each(['/inside.csv', '/file.csv'])('%s leads elsewhere, and nobody goes there', async (path) => {
  expect(await get(path)).toMatchObject({ failed: expect.stringContaining('leads to another host') });
  expect(asked).toEqual([path]);
  expect(await readdir(folder)).toEqual([]);
});

test('a host that does not answer', async () => {
  expect(await fetchFile(new URL('http://127.0.0.1:1/a.csv'), folder)).toMatchObject({ failed: expect.stringContaining('can’t be reached') });
});

test.each([
  ['https://f.example/x/cm04DEC2026bhav.csv.zip?k=1', 'cm04DEC2026bhav.csv.zip'],
  ['https://f.example/x/', null],
  ['https://f.example/x.html', null],
  ['https://f.example/..%2f..%2fetc%2fa.csv', null],
  ['https://f.example/.a.csv', null],
])('the file of %s is called %s', (address, name) => {
  expect(fileNameOf(new URL(address))).toBe(name);
});
