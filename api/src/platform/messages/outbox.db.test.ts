import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, openFaultProxy } from '../testing/fault-proxy.testing.ts';
import { databases, withPlatform } from '../testing.ts';
import { mailCarrier } from './outbox.carriers.ts';

/** Stands in for an SMTP server: takes every mail and keeps it. */
function mailServer(mails: string[]): SocketServer {
  return createSocketServer((socket) => {
    let data: string | null = null;
    socket.write('220 stand-in\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (data !== null) {
        data += text;
        if (data.endsWith('\r\n.\r\n')) {
          mails.push(data);
          data = null;
          socket.write('250 taken\r\n');
        }
      } else if (text.startsWith('EHLO')) socket.write('250 stand-in\r\n');
      else if (text.startsWith('DATA')) {
        data = '';
        socket.write('354 go on\r\n');
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
    socket.on('error', () => {});
  });
}

// Side by side: they wait for the second try of what was refused, most of the time.
describe.concurrent.each(await databases())('messages and their providers on %s', (database) => {
  const mails: string[] = [];
  const texts: { authorization: string; body: Record<string, string> }[] = [];
  let refusals = 1;
  let smtp: SocketServer;
  let sms: Server;
  let settings: Record<string, string>;
  const portOf = (server: SocketServer) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    smtp = mailServer(mails);
    sms = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes) => (body += bytes));
      request.on('end', () => {
        if (refusals-- > 0) return void response.writeHead(503).end();
        texts.push({ authorization: request.headers.authorization ?? '', body: Object.fromEntries(new URLSearchParams(body)) });
        response.writeHead(201).end('{}');
      });
    });
    await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => sms.listen(0, '127.0.0.1', done));
    settings = {
      DEMO: 'off',
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp)}`,
      MAIL_FROM: 'Vimarsh <no-reply@vimarsh.example.com>',
      SMS_URL: `http://AC1:se%2Fcret@127.0.0.1:${portOf(sms)}/Messages.json`,
      SMS_FROM: '+911140000000',
      WHATSAPP_FROM: '+911140000001',
    };
  });
  afterAll(() => {
    smtp.close();
    sms.close();
  });

  test('mail goes out by SMTP, SMS and WhatsApp by the text provider, each once, after the commit; then their text is gone', async ({ expect }) => {
    await withPlatform({ database, settings }, async (platform) => {
      await platform.start();
      await platform.transaction(async (tx) => {
        await platform.outbox.send(tx, { channel: 'mail', to: 'asha@mail.example.com', subject: 'Your OTP', text: '123456 is your OTP' });
        await platform.outbox.send(tx, { channel: 'sms', to: '+919000000001', text: '234567 is your OTP' });
        await platform.outbox.send(tx, { channel: 'whatsapp', to: '+919000000002', text: '345678 is your OTP' });
      });
      await platform
        .transaction(async (tx) => {
          await platform.outbox.send(tx, { channel: 'sms', to: '+919000000003', text: 'never said' });
          throw new Error('changed my mind');
        })
        .catch(() => {});
      await expect.poll(() => [mails.length, texts.length], { timeout: 40_000, interval: 200 }).toEqual([1, 2]);
      expect(mails[0]).toContain('To: asha@mail.example.com');
      expect(mails[0]).toContain('From: Vimarsh <no-reply@vimarsh.example.com>');
      expect(mails[0]).toContain('123456 is your OTP');
      const basic = `Basic ${Buffer.from('AC1:se/cret').toString('base64')}`;
      expect(texts.map(({ body }) => body).toSorted((a, b) => a.To!.localeCompare(b.To!))).toEqual([
        { To: '+919000000001', From: '+911140000000', Body: '234567 is your OTP' },
        { To: 'whatsapp:+919000000002', From: 'whatsapp:+911140000001', Body: '345678 is your OTP' },
      ]);
      expect(new Set(texts.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
      await expect
        .poll(async () => (await platform.outbox.list(platform.db)).map(({ text }) => text), { timeout: 10_000, interval: 200 })
        .toEqual(['', '', '']);
    });
  });

  test('without a provider a code is refused and a notice dropped; nothing is kept', async ({ expect }) => {
    await withPlatform({ database, settings: { DEMO: 'off' } }, async (platform) => {
      await platform.start();
      await expect(platform.outbox.send(platform.db, { channel: 'sms', to: '1', text: 'x' })).rejects.toMatchObject({ code: 'RETRY' });
      await platform.outbox.send(platform.db, { channel: 'mail', to: 'a@b.co', text: 'x', notice: true });
      expect(await platform.outbox.list(platform.db)).toEqual([]);
    });
  });
});

test('a provider that refuses what was called sent is in the remarks of /readyz until it takes a message', async () => {
  let status = 404;
  const sms = createServer((request, response) => void request.resume().on('end', () => response.writeHead(status).end()));
  await new Promise<void>((done) => sms.listen(0, '127.0.0.1', done));
  const settings = { DEMO: 'off', SMS_URL: `http://AC1:secret@127.0.0.1:${(sms.address() as AddressInfo).port}/`, SMS_FROM: '+911140000000' };
  await withPlatform({ database: 'pglite', settings }, async (platform) => {
    await platform.start();
    const remarks = async (): Promise<string> => ((await platform.app.inject('/readyz')).json().remarks ?? []).join();
    expect(await remarks()).toBe('');
    await platform.outbox.send(platform.db, { channel: 'sms', to: '+919000000001', text: '234567 is your OTP' });
    await expect
      .poll(remarks, { timeout: 20_000, interval: 100 })
      .toMatch(/^the provider of sms has taken no message since \d{4}-\d\d-\d\dT\S+Z: the log says why$/);
    status = 201;
    await expect.poll(remarks, { timeout: 40_000, interval: 200 }).toBe('');
  });
  sms.close();
});

describe.each(await databases())('messages that wait on %s', (database) => {
  const texts: string[] = [];
  let sms: Server;
  let settings: Record<string, string>;
  beforeAll(async () => {
    sms = createServer(async (request, response) => {
      let body = '';
      for await (const bytes of request) body += bytes;
      texts.push(new URLSearchParams(body).get('Body')!);
      response.writeHead(201).end('{}');
    });
    await new Promise<void>((done) => sms.listen(0, '127.0.0.1', done));
    settings = { DEMO: 'off', SMS_URL: `http://AC1:secret@127.0.0.1:${(sms.address() as AddressInfo).port}/Messages.json`, SMS_FROM: '+911140000000' };
  });
  afterAll(() => void sms.close());

  test('a code waits for no notice and hardly for other codes; a notice is still worth sending after an hour, a code is not', async () => {
    await withPlatform({ database, settings }, async (platform) => {
      await platform.start();
      const send = (text: string, notice: boolean) =>
        platform.transaction((tx) => platform.outbox.send(tx, { channel: 'sms', to: '+919000000001', text, notice }));
      const late = async (text: string, notice: boolean) => {
        await platform.transaction(async (tx) => {
          await platform.outbox.send(tx, { channel: 'sms', to: '+919000000002', text, notice });
          await tx
            .updateTable('outbox_messages')
            .set({ sent_at: new Date(Date.now() - 3_600_000) })
            .where('text', '=', text)
            .execute();
        });
      };
      await late('late code', false);
      await late('late notice', true);
      for (let at = 0; at < 15; at += 1) await send(`notice ${at}`, true);
      for (let at = 0; at < 10; at += 1) await send(`code ${at}`, false);
      const codes = () => texts.filter((text) => text.startsWith('code'));
      await expect.poll(() => codes().length, { timeout: 25_000, interval: 100 }).toBe(10);
      expect(codes()).toEqual(codes().toSorted());
      await expect.poll(() => texts.length, { timeout: 25_000, interval: 100 }).toBe(26);
      expect(texts).toContain('late notice');
    });
  }, 90_000);
});

test.each(FAULTS.filter((fault) => fault !== 'slow'))('a mail server with the fault %s holds up no mail for longer than its time limit', async (fault) => {
  const mails: string[] = [];
  const smtp = mailServer(mails);
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
  const proxy = await openFaultProxy({ host: '127.0.0.1', port: (smtp.address() as AddressInfo).port });
  const carry = mailCarrier(`smtp://127.0.0.1:${proxy.port}`, 'no-reply@vimarsh.example.com', 500);
  const mail = { to: 'a@example.com', subject: 'One', text: 'Two', link: '' };
  proxy.begin(fault);
  const begun = performance.now();
  await expect(carry(mail)).rejects.toThrow();
  expect(performance.now() - begun).toBeLessThan(5000);
  proxy.heal();
  await carry(mail);
  expect(mails.length).toBeGreaterThan(0);
  await proxy.close();
  smtp.close();
});
