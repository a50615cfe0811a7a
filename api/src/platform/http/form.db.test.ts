import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { route } from '@vimarsh/shared/contract/route.ts';
import { text } from '@vimarsh/shared/contract/text.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Caller } from '../access/caller.ts';
import { withPlatform } from '../testing.ts';

const send = route({
  method: 'POST',
  path: '/test/v1/files',
  summary: 'Send.',
  access: 'session',
  files: ['one'],
  body: z.object({ name: z.optional(text(40)) }),
  data: z.object({ bytes: z.number() }),
});
const sendSmall = route({ ...send, path: '/test/v1/small-files', summary: 'Send a small one.' });
const caller = { user_id: 'usr_1', session_id: 'ses_1', roles: [], is_admin: false, partner_key: '', expert_status: '' } as unknown as Caller;

/** A form whose file is announced with eleven MB, of which only the first kB is ever sent. */
async function begin(port: number, bearer: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /test/v1/files HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${bearer}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 11000000\r\n\r\n` +
      `--x\r\ncontent-disposition: form-data; name="one"; filename="a.png"\r\n\r\n${'a'.repeat(1000)}`,
  );
  return socket;
}

const answerOf = async (socket: Socket): Promise<string> => {
  const first = once(socket, 'data').then(([bytes]) => String(bytes));
  return Promise.race([first, new Promise<string>((resolve) => setTimeout(resolve, 10_000, 'no answer'))]);
};

test('a stranger is refused before a byte of their files is read, and an upload that breaks off is no fault of the server', async () => {
  const written: string[] = [];
  const settings = { database: 'pglite', log: { write: (line: string) => void written.push(line) } } as const;
  await withPlatform(settings, async (platform) => {
    platform.authenticator(async (token) => (token === 'good' ? caller : null));
    platform.on(send, async (_input, { files }) => ({ bytes: files.one?.length ?? 0 }));
    await platform.start();
    const port = await platform.listen(0);

    const stranger = await begin(port, 'nobody');
    expect(await answerOf(stranger)).toMatch(/^HTTP\/1\.1 401 /);
    stranger.destroy();

    const known = await begin(port, 'good');
    await new Promise((resolve) => setTimeout(resolve, 100));
    known.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(written.filter((line) => /"level":(50|60)|"stack"/.test(line))).toEqual([]);

    const form = (parts: string) => ({
      method: 'POST' as const,
      url: '/test/v1/files',
      headers: { authorization: 'Bearer good', 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${parts}--x--\r\n`,
    });
    const file = (name: string, size: number) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n${'a'.repeat(size)}\r\n`;
    const post = async (parts: string) => (await platform.app.inject(form(parts))).json();
    expect((await post(file('one', 5))).data).toEqual({ bytes: 5 });
    expect((await post(file('other', 5))).validation).toBe('This file is not asked for.');
    expect((await post(file('one', 13 * 1024 * 1024))).code).toBe('TOO_LARGE');
    const many = Array.from({ length: 20_000 }, (_, at) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\n\r\n`).join('');
    const begun = performance.now();
    expect((await post(many)).code).toBe('TOO_LARGE');
    expect(performance.now() - begun, 'the rest of 20,000 parts is not read').toBeLessThan(5000);
  });
});

test('a route that takes small files is brought no more: what is announced is refused unread, and the reader stops at the bytes it may take', async () => {
  await withPlatform({ database: 'pglite' }, async (platform) => {
    platform.authenticator(async (token) => (token === 'good' ? caller : null));
    platform.on(sendSmall, async (_input, { files }) => ({ bytes: files.one?.length ?? 0 }), { fileBytes: 4 * 1024 });
    await platform.start();
    const port = await platform.listen(0);
    const head = `POST ${sendSmall.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer good\r\ncontent-type: multipart/form-data; boundary=x\r\n`;
    const part = (name: string, size: number) => `--x\r\ncontent-disposition: form-data; name="one"${name}\r\n\r\n${'a'.repeat(size)}`;
    const file = (size: number) => part('; filename="a"', size);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const answerTo = async (request: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(request);
      return answerOf(socket).finally(() => socket.destroy());
    };
    const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
    const TOO_LARGE = /^HTTP\/1\.1 413 .*"validation":"This file is larger than 4 kB\."/s;
    // None of these requests ever ends.
    expect(await answerTo(`${head}content-length: 100000\r\n\r\n${file(10)}`)).toMatch(TOO_LARGE);
    expect(await answerTo(chunked + chunk(file(4 * 1024 + 100)))).toMatch(TOO_LARGE);
    expect(await answerTo(chunked + chunk(`${part('', 60_000)}\r\n${part('', 60_000)}\r\n--x`))).toMatch(/"code":"TOO_LARGE"/);
    expect(await answerTo(chunked + chunk(`${file(4 * 1024)}\r\n--x--\r\n`) + chunk(''))).toMatch(/"data":\{"bytes":4096\}/);
  });
});
