import { connect } from 'node:net';
import { Transformer } from '@napi-rs/image';
import { FILE_BYTES } from '@vimarsh/shared/contract/chat/types.ts';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimedPng, doublingForms, hiddenScript, packedObjects, pdfPages, plainPng, written } from '../../platform/files/hostile.testing.ts';
import { databases, featureDatabase, freshPlace } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import { type ChatSite, openChatSite, openRoom, type Person } from '../chat.testing.ts';
import { tidyChats } from '../kept.ts';
import { chatTables } from '../tables.ts';
import { fileHash } from './take-file.ts';

const pixels = (width: number, height: number) =>
  Transformer.fromRgbaPixels(
    Uint8Array.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : (at * 31) & 255)),
    width,
    height,
  );
const picture = (width = 320, height = 240) => pixels(width, height).jpeg(80);
const pdf = (text = 'Page') => pdfPages(written(text));
/** A JPEG whose metadata says where it was taken. */
async function taken(): Promise<Buffer> {
  const jpeg = await picture();
  const note = Buffer.from('Exif\0\0GPS 19.0760 N 72.8777 E');
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, note.length + 2]), note, jpeg.subarray(2)]);
}

describe.each(await featureDatabase())('files of chats on %s', { timeout: 120_000 }, (database) => {
  let chats: ChatSite;
  let room: string;
  let investor: Person;
  let expert: Person;
  beforeAll(async () => {
    chats = await openChatSite(database);
    ({ room, investor, expert } = await openRoom(chats));
  });
  afterAll(() => chats.close());
  const db = () => chatTables(chats.site.platform.db);
  const lastEntry = async (of = room) => (await investor.entries(of)).at(-1)!;
  const stored = async () => Number((await sql<{ n: string }>`select count(*) as n from chat_files`.execute(chats.site.platform.db)).rows[0]!.n);
  /** Ten an hour are sent: these tests send more. */
  const freely = async <T>(work: () => Promise<T>): Promise<T> => {
    const { take } = chats.site.platform.limits;
    const spy = vi
      .spyOn(chats.site.platform.limits, 'take')
      .mockImplementation((key, limit) => (key.startsWith('chat ') ? Promise.resolve() : take(key, limit)));
    return work().finally(() => spy.mockRestore());
  };

  test('a picture is kept as a copy without its metadata, told of with its size, and read by the two members alone', async () => {
    const line = await expert.line();
    await line.ask('room:join', { topic: 'chat-room', room });
    const sent = await investor.sendFile(room, await taken(), { body: 'The chart', name: 'IMG_9876543210.jpg' });
    expect(sent.body).toMatchObject({ status: true, data: { room, again: false } });
    const { file, body } = await lastEntry();
    expect(body).toBe('The chart');
    expect(file).toMatchObject({ kind: 'picture', name: '', width: 320, height: 240 });
    await expect.poll(() => line.heard.filter(({ event }) => event === 'message').at(-1)?.payload).toMatchObject({ body: 'The chart', file });
    for (const member of [investor, expert]) {
      const { data } = (await member.get(`/chat/v1/files/${file!.id}`)).body;
      const bytes = Buffer.from(data.bytes, 'base64');
      expect(data).toMatchObject({ media_type: 'image/jpeg', name: `picture-${sent.body.data.seq}.jpg` });
      expect([fileHash(bytes), bytes.length]).toEqual([file!.sha256, file!.size]);
      expect(bytes.includes('GPS')).toBe(false);
      expect((await member.get('/chat/v1/rooms')).body.data.rooms[0].last).toMatchObject({ body: 'The chart', file: 'picture' });
    }
    for (const email of ['admin@vimarsh.example.com', 'pro@mail.example.com']) {
      const stranger = await chats.person(email);
      for (const query of ['', '?as=file']) expect((await stranger.get(`/chat/v1/files/${file!.id}${query}`)).body.code).toBe('NOT_FOUND');
    }
    const nobody = await chats.site.browser().get(`/chat/v1/files/${file!.id}?as=file`);
    expect([nobody.http, nobody.body.code]).toEqual([401, 'SESSION_ENDED']);
    line.socket.disconnect();
  });

  test('a PDF is drawn anew, and its bytes come as something to save that has no origin and runs nothing', async () => {
    const sent = await freely(() => expert.sendFile(room, hiddenScript('long dictionary'), { name: '../a"b/Q2 <results>’25 “₹”.PDF' }));
    const { file, body, sender_id } = await lastEntry();
    expect([sent.body.status, body, sender_id]).toEqual([true, '', expert.user_id]);
    expect(file).toMatchObject({ kind: 'pdf', name: 'Q2 results ’25 “₹”', width: null, height: null });
    const { headers, body: bytes, http } = await investor.get(`/chat/v1/files/${file!.id}?as=file`);
    expect(http).toBe(200);
    expect(String(bytes)).toMatch(/^%PDF-/);
    expect(String(bytes)).not.toContain('JavaScript');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''Q2%20results%20%E2%80%9925%20%E2%80%9C%E2%82%B9%E2%80%9D.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
  });

  test.each<[string, () => Buffer | Promise<Buffer>, string, RegExp]>([
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'FILE_TYPE', /JPEG, PNG or WebP/],
    ['a page that is named as a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'FILE_TYPE', /JPEG, PNG or WebP/],
    ['a zip', () => Buffer.from(zipSync({ 'a.txt': new Uint8Array(1_000_000) })), 'FILE_TYPE', /JPEG, PNG or WebP/],
    ['a film of pictures', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), 'FILE_TYPE', /JPEG, PNG or WebP/],
    ['a picture and a PDF in one', async () => Buffer.concat([await picture(), pdf()]), 'FILE_TYPE', /two files in one/],
    ['a picture and a page in one', async () => Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]), 'FILE_TYPE', /two files in one/],
    ['a PDF and a zip in one', () => Buffer.concat([pdf(), Buffer.from(zipSync({ 'a.txt': new Uint8Array(9) }))]), 'FILE_TYPE', /two files in one/],
    ['a picture that is cut off', async () => (await picture()).subarray(0, 60), 'FILE_TYPE', /damaged/],
    ['a picture that claims too many pixels', () => claimedPng(20_000, 20_000), 'FILE_SIZE', /too many pixels/],
    ['pixels of a bomb in a small PNG', () => plainPng(9000, 9000), 'FILE_SIZE', /too many pixels/],
    ['a PDF of eleven pages', () => pdfPages(written('many'), { pages: 11 }), 'FILE_SIZE', /more than 10 pages/],
    ['a file of no bytes', () => Buffer.alloc(0), 'BAD_REQUEST', /picture or a PDF/],
    ['more than five megabytes', () => Buffer.concat([pdf(), Buffer.alloc(FILE_BYTES)]), 'TOO_LARGE', /larger than/],
  ])('%s is refused with a code and a plain sentence, and nothing of it is kept', async (_what, make, code, sentence) => {
    const before = [await stored(), (await investor.entries(room)).length];
    const bytes = await make();
    const refused = await freely(() => investor.sendFile(room, bytes));
    expect([refused.body.status, refused.body.code]).toEqual([false, code]);
    expect(refused.body.validation).toMatch(sentence);
    expect([await stored(), (await investor.entries(room)).length]).toEqual(before);
  });

  test.each([
    ['packed objects that unpack to a gigabyte', () => packedObjects(1000)],
    ['forms that call each other a million times', () => doublingForms()],
  ])('a bomb of %s ends with the process that opens it, or is drawn within its bounds', async (_what, make) => {
    const other = await chats.person('ananya@experts.example.com');
    const answer = await freely(() => other.sendFile(room, make()));
    if (!answer.body.status) expect(['FILE_SIZE', 'FILE_TYPE', 'RETRY', 'RATE']).toContain(answer.body.code);
    expect((await investor.say(room, 'The server goes on')).body.status).toBe(true);
  });

  test('the same number with the same file has the same answer and one file; with another file or as a text it is refused', async () => {
    await freely(async () => {
      const [client_msg_id, bytes] = [ulid(), await picture(200, 100)];
      const first = await investor.sendFile(room, bytes, { client_msg_id, body: 'Once' });
      const count = await stored();
      const opened = vi.spyOn(chats.site.platform.safeCopies, 'make');
      const again = await investor.sendFile(room, bytes, { client_msg_id, body: 'Once' });
      expect(again.body.data).toEqual({ ...first.body.data, again: true });
      const others = [
        await investor.sendFile(room, await picture(201, 100), { client_msg_id, body: 'Once' }),
        await investor.sendFile(room, bytes, { client_msg_id, body: 'Twice' }),
        await investor.say(room, 'Once', client_msg_id),
      ];
      expect(others.map(({ body }) => body.code)).toEqual(['MESSAGE_ID_USED', 'MESSAGE_ID_USED', 'MESSAGE_ID_USED']);
      expect(opened, 'what is known is not opened again').not.toHaveBeenCalled();
      opened.mockRestore();
      expect(await stored()).toBe(count);
    });
  });

  test('the guard of texts reads what stands beside a file and the name of a PDF, and not the name of a picture', async () => {
    await freely(async () => {
      const count = await stored();
      const beside = await investor.sendFile(room, await picture(), { body: 'Call 9876543210' });
      expect([beside.body.code, beside.body.validation]).toEqual(['MESSAGE_BLOCKED', 'Phone numbers stay out of chats.']);
      const client_msg_id = ulid();
      for (const _try of [1, 2]) {
        const named = await investor.sendFile(room, pdf(), { client_msg_id, name: 'call 9876543210.pdf' });
        expect([named.body.code, named.body.validation]).toEqual(['MESSAGE_BLOCKED', 'Rename the file first. Phone numbers stay out of chats.']);
      }
      expect(await stored()).toBe(count);
      expect((await investor.sendFile(room, pdf(), { name: 'turned \u202efdp.exe' })).body.code).toBe('BAD_REQUEST');
      expect((await investor.sendFile(room, await picture(210, 100), { name: 'IMG_9876543210.jpg' })).body.status).toBe(true);
    });
  });

  test('a file answers a message, and a withdrawn one is read by nobody and stays in the record, in the copy of the person’s data and among their files', async () => {
    await freely(async () => {
      const sent = (await investor.sendFile(room, await picture(220, 100), { reply_to: '1' })).body.data.seq as number;
      const { file, target } = await lastEntry();
      expect(target).toBe(1);
      const transcript = (await expert.get(`/chat/v1/rooms/${room}/transcript`)).body.data.text as string;
      expect(transcript.split('\n').at(-2)).toContain(`["",${JSON.stringify(file!.sha256)}]`);
      await investor.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: sent });
      expect((await investor.get(`/chat/v1/files/${file!.id}`)).body.code).toBe('NOT_FOUND');
      const shown = (await expert.entries(room)).find(({ seq }) => seq === sent)!;
      expect([shown.withdrawn, shown.file]).toEqual([true, undefined]);
      const { data } = (await investor.get('/auth/v1/export')).body;
      const written = (data.data ?? data).chats.rooms[0].written as { seq: number; file?: object }[];
      expect(written.find(({ seq }) => seq === sent)!.file).toMatchObject({ id: file!.id, sha256: file!.sha256 });
    });
  });

  test('a closed room takes none, and what comes for it is not opened', async () => {
    const other = await openRoom(chats, 'pro@mail.example.com', 'devendra@experts.example.com', 'exp_02');
    await other.investor.post('/chat/v1/rooms/close', { room: other.room, reason: 'answered' });
    const opened = vi.spyOn(chats.site.platform.safeCopies, 'make');
    expect((await other.investor.sendFile(other.room, await picture())).body.code).toBe('CHAT_STATE');
    expect((await other.investor.sendFile(room, await picture())).body.code).toBe('NOT_FOUND');
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  test('storage that refuses: nothing is acknowledged, no message is there without its file, and the same number goes through once there is room', async () => {
    await freely(async () => {
      const place = chats.site.platform.db;
      await sql`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(place);
      await sql`create trigger full_disk before insert on chat_files for each row execute function no_room()`.execute(place);
      const before = await investor.entries(room);
      const [client_msg_id, bytes] = [ulid(), await picture(230, 100)];
      const refused = await investor.sendFile(room, bytes, { client_msg_id });
      expect([refused.http, refused.body.code]).toEqual([503, 'RETRY']);
      expect(await investor.entries(room)).toEqual(before);
      await sql`drop trigger full_disk on chat_files`.execute(place);
      await sql`drop function no_room()`.execute(place);
      const kept = await investor.sendFile(room, bytes, { client_msg_id });
      expect(kept.body.data).toMatchObject({ seq: before.length + 1, again: false });
      expect((await lastEntry()).file).toBeDefined();
    });
  });

  test('a network that is cut in the middle of an upload: nothing is kept, and the whole sent again is kept once', async () => {
    await freely(async () => {
      if (chats.port === 0) chats.port = await chats.site.platform.listen(0);
      const before = [await stored(), (await investor.entries(room)).length];
      const [client_msg_id, bytes] = [ulid(), await picture(240, 100)];
      const head = `--x\r\ncontent-disposition: form-data; name="room"\r\n\r\n${room}\r\n--x\r\ncontent-disposition: form-data; name="client_msg_id"\r\n\r\n${client_msg_id}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
      const socket = connect(chats.port, '127.0.0.1');
      await new Promise<void>((done) => socket.once('connect', done));
      socket.write(
        `POST /chat/v1/messages/file HTTP/1.1\r\nhost: localhost:4000\r\nauthorization: Bearer ${investor.bearer}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${head.length + bytes.length + 9}\r\n\r\n${head}`,
      );
      socket.write(bytes.subarray(0, bytes.length / 2));
      await new Promise((done) => setTimeout(done, 300));
      socket.destroy();
      await new Promise((done) => setTimeout(done, 300));
      expect([await stored(), (await investor.entries(room)).length]).toEqual(before);
      const whole = [await investor.sendFile(room, bytes, { client_msg_id }), await investor.sendFile(room, bytes, { client_msg_id })];
      expect(whole.map(({ body }) => body.data.again)).toEqual([false, true]);
      expect([await stored(), (await investor.entries(room)).length]).toEqual(before.map((count) => count + 1));
    });
  });

  test('ten files an hour are taken, the eleventh is told when; what is sent again is not counted (D.7)', async () => {
    const bytes = await picture(60, 40);
    const client_msg_id = ulid();
    const answers = [];
    for (let n = 0; n < 12; n += 1) {
      const { take } = chats.site.platform.limits;
      const spy = vi
        .spyOn(chats.site.platform.limits, 'take')
        .mockImplementation((key, limit) => (key.startsWith('chat messages') ? Promise.resolve() : take(key, limit)));
      const answer = await investor.sendFile(room, Buffer.concat([bytes, Buffer.alloc(n)]), n === 0 ? { client_msg_id } : {});
      answers.push(answer.body.code ?? 'kept');
      spy.mockRestore();
      if (answer.body.code === 'RATE') {
        expect(answer.body.retry_after).toBeGreaterThan(60);
        expect(answer.body.validation).toContain('10 files an hour');
        break;
      }
    }
    expect(answers.at(-1)).toBe('RATE');
    expect(answers.length).toBeLessThanOrEqual(11);
  });

  test('files go with their rooms after five years, and an account that is gone leaves them until then, as texts', async () => {
    const before = await stored();
    expect(before).toBeGreaterThan(0);
    await chats.site.platform.transaction((tx) => tidyChats(tx, new Date('2031-11-20T05:00:00Z')));
    expect(await stored(), 'an open room is no old one').toBe(before);
    await db().updateTable('chat_rooms').set({ ends_at: null, status: 'Closed' }).execute();
    await chats.site.platform.transaction((tx) => tidyChats(tx, new Date('2032-01-20T07:00:00Z')));
    expect(await stored()).toBe(0);
  });
});

// Several nodes share a PostgreSQL; the embedded database belongs to one.
test.runIf((await databases()).includes('postgres'))(
  'two nodes: a file that one has kept is read from the other, and sent again to it is the same',
  { timeout: 120_000 },
  async () => {
    const { place, remove } = await freshPlace('postgres');
    const open = () => openChatSite('postgres', { place });
    const [one, two] = [await open(), await open()];
    const { room, investor } = await openRoom(one);
    const [expert, same] = [await two.person('ananya@experts.example.com'), await two.person('chat@mail.example.com')];
    const [client_msg_id, bytes] = [ulid(), await picture()];
    const sent = await investor.sendFile(room, bytes, { client_msg_id });
    expect((await same.sendFile(room, bytes, { client_msg_id })).body.data).toEqual({ ...sent.body.data, again: true });
    const { file } = (await expert.entries(room)).at(-1)!;
    expect(fileHash(Buffer.from((await expert.get(`/chat/v1/files/${file!.id}`)).body.data.bytes, 'base64'))).toBe(file!.sha256);
    await Promise.all([one.close(), two.close()]);
    await remove();
  },
);
