import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { inTurn, readInPieces } from './in-turn.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serving(serve: RequestListener): Promise<number> {
  server = createServer(inTurn(serve));
  readInPieces(server);
  await new Promise<void>((open) => server!.listen(0, '127.0.0.1', open));
  return (server.address() as AddressInfo).port;
}

const asked = (paths: readonly string[]): string => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

/** Sends all of it in one packet and gives the bodies of what comes back, until the connection ends or is quiet. */
async function sendAhead(port: number, paths: readonly string[]): Promise<{ bodies: string[]; cut: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let [text, cut] = ['', false];
  socket.on('data', (bytes) => {
    text += bytes.toString();
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      cut = true;
    });
  socket.write(asked(paths));
  await pause(400);
  const bodies = [...text.matchAll(/<(\/\d+)>/g)].map(([, path]) => path!);
  const closed = cut;
  socket.destroy();
  return { bodies, cut: closed };
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `/${at}`);

test('what a connection sends ahead is answered one by one, in its order', async () => {
  let [running, most] = [0, 0];
  const port = await serving(async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
    response.end(`<${request.url}>`);
  });
  expect(await sendAhead(port, numbered(17))).toEqual({ bodies: numbered(17), cut: false });
  expect(most).toBe(1);
});

test('who sends more ahead than may wait is cut off, and what waited never begins', async () => {
  let begun = 0;
  const port = await serving(async (request, response) => {
    begun += 1;
    await pause(50);
    response.end(`<${request.url}>`);
  });
  expect((await sendAhead(port, numbered(300))).cut).toBe(true);
  expect(begun).toBe(1);
});

test('a connection that is kept goes on for as many requests as it likes, one after the other', async () => {
  const port = await serving((request, response) => void response.end(`<${request.url}>`));
  const socket = connect(port, '127.0.0.1');
  for (const path of numbered(60)) {
    socket.write(asked([path]));
    const answer = await new Promise<Buffer>((got) => socket.once('data', got));
    expect(answer.toString()).toContain(`<${path}>`);
  }
  socket.destroy();
});

test('of thousands of requests in a packet few are read once the connection is cut off', async () => {
  const port = await serving(async (_request, response) => {
    await pause(50);
    response.end('late');
  });
  let made = 0;
  server!.prependListener('request', () => {
    made += 1;
  });
  expect((await sendAhead(port, numbered(2_000))).cut).toBe(true);
  expect(made).toBeLessThan(60);
});

test('what is sent ahead is answered whole, though a large answer stops the reading of the rest', async () => {
  const port = await serving((request, response) => {
    response.end(`<${request.url}>${'x'.repeat(300_000)}`);
  });
  const long = numbered(17).map((path) => `${path}?${'q'.repeat(400)}`);
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString();
  });
  socket.write(asked(long));
  await pause(600);
  socket.destroy();
  expect([...text.matchAll(/<(\/\d+)\?/g)].map(([, path]) => path)).toEqual(numbered(17));
});

test('a body that holds the first lines of many requests arrives whole', async () => {
  const port = await serving(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const bytes of request) pieces.push(bytes as Buffer);
    response.end(Buffer.concat(pieces));
  });
  const body = 'GET / HTTP/1.1\r\n'.repeat(20_000);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect(await answer.text()).toBe(body);
});

test('bodies that were sent ahead arrive whole', async () => {
  const port = await serving(async (request, response) => {
    await pause(10);
    let length = 0;
    for await (const bytes of request) length += (bytes as Buffer).length;
    response.end(`<${request.url}>${length}`);
  });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString();
  });
  socket.write(`${`POST /1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n${'x'.repeat(50_000)}`.repeat(3)}`);
  await pause(400);
  expect(text.match(/<\/1>50000/g)).toHaveLength(3);
  socket.destroy();
});

test('who reads nothing of an answer is not served the next one', async () => {
  let begun = 0;
  const large = Buffer.alloc(8 * 1024 * 1024);
  const port = await serving((_request, response) => {
    begun += 1;
    response.end(large);
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(asked(numbered(10)));
  await pause(400);
  expect(begun).toBeLessThan(3);
  socket.destroy();
});
