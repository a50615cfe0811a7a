import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createLedger } from '../index.ts';
import { recordTables } from '../tables.ts';
import { Anchors, digestOf } from './anchors.ts';
import { blocksOf, pendingOf, readTimestamp } from './timestamp.ts';

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const withLength = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);

/** A calendar by the rules of OpenTimestamps: promises at once, and attests when its block has come. */
async function aCalendar() {
  const promised = new Set<string>();
  let block: number | null = null;
  let broken = '';
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    asked.push(`${request.method} ${request.url}`);
    if (broken) return response.end(broken);
    if (request.method === 'POST' && request.url === '/digest' && body.length === 32) {
      const nonce = Buffer.from('0123456789abcdef', 'hex');
      promised.add(sha256(body, nonce).toString('hex'));
      const uri = withLength(withLength(Buffer.from(url())));
      return response.end(Buffer.concat([Buffer.of(0xf0), withLength(nonce), Buffer.of(0x08, 0x00), Buffer.from('83dfe30d2ef90c8e', 'hex'), uri]));
    }
    const message = /^\/timestamp\/([0-9a-f]{64})$/.exec(request.url!)?.[1] ?? '';
    if (!promised.has(message) || block === null) return response.writeHead(404).end('Pending confirmation in Bitcoin blockchain');
    response.end(Buffer.concat([Buffer.of(0x08, 0x00), Buffer.from('0588960d73d71901', 'hex'), withLength(Buffer.of(block))]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    asked,
    comes: (height: number) => {
      block = height;
    },
    breaks: (answer: string) => {
      broken = answer;
    },
    close: () => server.close(),
  };
}

describe.each(await databases())('heads in calendars on %s', (database) => {
  let opened: TestPlatform;
  let calendar: Awaited<ReturnType<typeof aCalendar>>;
  let anchors: Anchors;
  const silences: string[] = [];
  const NOTE = 'vimarsh.example/vimarsh-log\n1\nq\n\n— signed\n';
  const get = (path: string) => opened.platform.app.inject({ url: `/.well-known/vimarsh-log/head/${path}`, headers: { host: 'localhost' } });
  const head = (size: number, note: string) =>
    recordTables(opened.platform.db).insertInto('log_heads').values({ size, root: '', note, signed_at: new Date() }).execute();

  beforeAll(async () => {
    calendar = await aCalendar();
    opened = await openPlatform({ database });
    opened.platform.tenant(() => null);
    opened.platform.authenticator(async () => null);
    await createLedger(opened.platform);
    await opened.platform.start();
    anchors = new Anchors(opened.platform.db, [calendar.url], (_, why) => silences.push(why));
  });
  afterAll(async () => {
    await opened?.end();
    calendar.close();
  });

  test('without settings nobody is asked', () => {
    expect(opened.platform.config.OTS_CALENDARS).toEqual([]);
    expect(calendar.asked).toEqual([]);
  });

  test('a calendar that answers nonsense, or without an end, stamps nothing and is asked again', async () => {
    await head(1, NOTE);
    for (const answer of ['<html>not a calendar</html>', 'x'.repeat(10_001)]) {
      calendar.breaks(answer);
      await anchors.round();
    }
    calendar.breaks('');
    expect(silences).toEqual([expect.any(String), 'its answer is too long']);
    expect((await get('1.ots')).statusCode).toBe(404);
  });

  test('a head is stamped once, waits for a block, and is completed by it', async () => {
    calendar.asked.length = 0;
    await anchors.round();
    await anchors.round();
    expect(calendar.asked.filter((one) => one.startsWith('POST'))).toEqual(['POST /digest']);
    const waiting = (await get('1.ots')).rawPayload;
    const timestampOf = (file: Buffer) => readTimestamp(file.subarray(65), sha256(Buffer.from(NOTE)));
    expect(waiting.subarray(33, 65), 'of the head as it was signed').toEqual(digestOf({ note: (await get('1')).body }));
    expect(pendingOf(timestampOf(waiting)).map(({ calendar: where }) => where)).toEqual([calendar.url]);
    calendar.comes(97);
    await anchors.round();
    const done = timestampOf((await get('1.ots')).rawPayload);
    expect([pendingOf(done), blocksOf(done)]).toEqual([[], [97]]);
    calendar.asked.length = 0;
    await anchors.round();
    expect(calendar.asked, 'it is asked no more').toEqual([]);
  });

  test('the next head gets a stamp of its own', async () => {
    await head(2, `${NOTE}another`);
    await anchors.round();
    expect((await get('2.ots')).statusCode).toBe(200);
    expect((await get('2.ots')).rawPayload).not.toEqual((await get('1.ots')).rawPayload);
  });

  test.each(['3', '3.ots', '0', '01', 'x', '1.ots.ots'])('there is no head %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });
});
