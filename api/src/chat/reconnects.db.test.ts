import { UNREAD_MOST } from '@vimarsh/shared/contract/chat/types.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type ChatSite, type Line, openChatSite, openRoom } from './chat.testing.ts';

/** `CHAT_RECONNECTS=1000 npx vitest run --project api api/src/chat/reconnects.db.test.ts` comes again more often. */
const RECONNECTS = Number(process.env.CHAT_RECONNECTS ?? 20);
const SEED = Number(process.env.CHAT_SEED ?? 47);

/** What the room holds, as the test wrote it. */
interface Written {
  readonly seq: number;
  readonly by: 'investor' | 'expert';
  readonly kind: 'request' | 'state' | 'message' | 'withdrawal';
  readonly target?: number;
}

/** A device of the investor: what it was sent of the room, and what its list says is unread. */
interface Device {
  line: Line;
  readonly view: number[];
  unread: number;
}

describe.each(await featureDatabase())('a phone in the background on %s', (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  test(`${RECONNECTS} reconnects while the other writes and withdraws, and both devices read: no hole, nothing twice, and unread is the same and right on both`, {
    timeout: 60_000 + RECONNECTS * 2000,
  }, async () => {
    chats = await openChatSite(database, { unlimited: true });
    const { room, investor, expert } = await openRoom(chats);
    const random = rng(SEED);
    const upTo = (most: number): number => Math.floor(random.next() * (most + 1));
    const log: Written[] = [
      { seq: 1, by: 'investor', kind: 'request' },
      { seq: 2, by: 'expert', kind: 'state' },
    ];
    let seen = 0;
    const unread = (): number => {
      const withdrawn = new Set(log.flatMap(({ target }) => target ?? []));
      const unseen = log.filter((entry) => entry.by === 'expert' && entry.kind === 'message' && entry.seq > seen && !withdrawn.has(entry.seq));
      return Math.min(unseen.length, UNREAD_MOST);
    };

    async function write(): Promise<void> {
      const own = log.slice(-50).filter(({ by, kind, seq }) => by === 'expert' && kind === 'message' && !log.some(({ target }) => target === seq));
      const isWithdrawal = own.length > 0 && random.next() < 0.15;
      const by = !isWithdrawal && random.next() < 0.2 ? 'investor' : 'expert';
      const target = isWithdrawal ? own[upTo(own.length - 1)]!.seq : undefined;
      const answer = await (target
        ? expert.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target })
        : (by === 'investor' ? investor : expert).say(room, `Message ${log.length + 1}`));
      log.push({ seq: answer.body.data.seq, by, kind: target ? 'withdrawal' : 'message', ...(target && { target }) });
    }

    async function open(device: Device): Promise<void> {
      const line = await investor.line();
      device.line = line;
      line.socket.on('message', ({ seq }: { seq: number }) => void device.view.push(seq));
      line.socket.on('recent-chat', ({ entries }: { entries: { title: string; unread: number }[] }) => {
        device.unread = entries.find(({ title }) => title === room)?.unread ?? device.unread;
      });
      const have = device.view.at(-1) ?? 0;
      const asked = [
        line.ask('room:join', { topic: 'chat', room: investor.user_id }),
        line.ask('get_recent_chat', { user_id: investor.user_id }),
        line.ask('room:join', { topic: 'chat-room', room, have }),
      ];
      // A phone may lose its network again before the server has answered.
      const isLostAtOnce = random.next() < 0.2;
      if (isLostAtOnce) line.socket.disconnect();
      await Promise.all(asked.map((each) => each.catch(() => undefined)));
      if (isLostAtOnce) await open(device);
    }
    const look = async (device: Device): Promise<void> => {
      const upToSeq = upTo(device.view.at(-1) ?? 0);
      expect(await device.line.ask('message_seen', { room, seen: upToSeq })).toMatchObject({ ok: true });
      seen = Math.max(seen, upToSeq);
    };

    const [phone, desk]: Device[] = [
      { line: null as never, view: [], unread: 0 },
      { line: null as never, view: [], unread: 0 },
    ];
    await open(desk!);
    let most = 0;
    for (let times = 0; times < RECONNECTS; times += 1) {
      await open(phone!);
      for (let n = upTo(2); n > 0; n -= 1) await write();
      if (random.next() < 0.6) await look(random.next() < 0.5 ? phone! : desk!);
      // In the middle of what comes, sometimes.
      const last = random.next() < 0.5 ? write() : undefined;
      if (random.next() < 0.5) phone!.line.socket.disconnect();
      await last;
      phone!.line.socket.disconnect();
      for (let n = upTo(3); n > 0; n -= 1) await write();
      most = Math.max(most, unread());
      if (times % 5 !== 4 && times < RECONNECTS - 1) continue;
      await open(phone!);
      const whole = log.map(({ seq }) => seq);
      for (const { view } of [phone!, desk!]) await expect.poll(() => view, { interval: 10, timeout: 10_000 }).toEqual(whole);
      await expect.poll(() => [phone!.unread, desk!.unread], { interval: 10, timeout: 10_000, message: `unread after ${times}` }).toEqual([unread(), unread()]);
      expect((await investor.get('/chat/v1/rooms')).body.data.unread).toBe(unread());
      phone!.line.socket.disconnect();
    }
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
    expect(most, 'there was something to count').toBeGreaterThan(2);
    console.log(`${RECONNECTS} reconnects, ${log.length} entries, up to ${most} unread`);
  });
});
