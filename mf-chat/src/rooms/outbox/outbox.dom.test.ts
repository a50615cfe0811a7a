import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeFile } from './file.store.ts';
import type { OutboxItem } from './item.ts';
import { type OutboxStore, openOutboxStore } from './outbox.store.ts';
import { ASK_AFTER_MS, createOutbox, MOST_UNSENT, type Outbox, type SendAnswer } from './outbox.ts';

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
});
const running: Outbox[] = [];
afterEach(() => {
  for (const each of running.splice(0)) each.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The server, as far as an outbox knows it: each number is kept once, and the second time is answered as the first. */
function openServer() {
  const log: { readonly client_msg_id: string; readonly room: string; readonly body: string; readonly bytes?: readonly number[] }[] = [];
  const tries: string[] = [];
  /** What happens to the next tries, in order: 'lost' keeps the message and loses the answer. */
  const faults: ('away' | 'lost' | SendAnswer)[] = [];
  let gate: Promise<void> | null = null;
  return {
    log,
    tries,
    faults,
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = null;
        open();
      };
    },
    async send({ client_msg_id, room, body }: OutboxItem, bytes: Uint8Array | null): Promise<SendAnswer> {
      tries.push(client_msg_id);
      const fault = faults.shift();
      await gate;
      if (typeof fault === 'object') return fault;
      if (fault !== 'away' && !log.some((each) => each.client_msg_id === client_msg_id))
        log.push({ client_msg_id, room, body, ...(bytes && { bytes: [...bytes] }) });
      if (fault) return { data: null, code: 'UNREACHABLE', validation: '' };
      return { data: { seq: log.findIndex((each) => each.client_msg_id === client_msg_id) + 1, at: '2026-11-20T06:30:00.000Z' }, validation: '' };
    },
  };
}

/** One browser: its tabs share a store, locks and news. */
function openBrowser(server = openServer(), { locks = true, who = 'usr_1', now = () => Date.now() } = {}) {
  const tabs: Outbox[] = [];
  const queues = new Map<string, Promise<void>>();
  let count = 0;
  const lock = (name: string, work: () => Promise<void>): Promise<void> => {
    if (!locks) return work();
    const next = (queues.get(name) ?? Promise.resolve()).then(work);
    queues.set(name, next);
    return next;
  };
  return {
    server,
    tab(store: OutboxStore = openOutboxStore(who)): Outbox {
      const tab: Outbox = createOutbox(who, {
        store,
        send: server.send,
        lock,
        tell: () => {
          for (const other of tabs) if (other !== tab) other.wake();
        },
        now,
        newId: () => {
          count += 1;
          return `${who}-${count}`;
        },
      });
      tabs.push(tab);
      running.push(tab);
      tab.wake();
      return tab;
    },
  };
}

const states = (outbox: Outbox): string[] => outbox.items().map(({ body, state }) => `${body} ${state}`);
const bodies = (server: ReturnType<typeof openServer>): string[] => server.log.map(({ body }) => body);
const settle = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 10_000, interval: 10 });

test('a message is sent, and its item stays until the thread shows its entry', async () => {
  const { server, tab } = openBrowser();
  const outbox = tab();
  outbox.write('r1', 'one', null);
  expect(states(outbox)).toEqual(['one queued']);
  await settle(() => expect(states(outbox)).toEqual(['one sent']));
  expect([bodies(server), outbox.items()[0]!.seq, outbox.items()[0]!.kept]).toEqual([['one'], 1, true]);
  outbox.cover('r1', 0);
  expect(outbox.items()).toHaveLength(1);
  outbox.cover('r1', 1);
  expect(outbox.items()).toEqual([]);
  await settle(async () => expect(await openOutboxStore('usr_1').list()).toEqual([]));
});

test('an answer that was lost: the same number goes out again, and the server keeps one message', async () => {
  const { server, tab } = openBrowser();
  server.faults.push('lost', 'away', 'lost');
  const outbox = tab();
  outbox.write('r1', 'one', null);
  outbox.write('r1', 'two', null);
  outbox.write('r2', 'three', null);
  await settle(() => expect(states(outbox)).toEqual(['one sent', 'two sent', 'three sent']));
  expect(new Set(server.tries).size).toBe(3);
  expect(server.tries.length).toBe(6);
  expect(server.log.filter(({ room }) => room === 'r1').map(({ body }) => body)).toEqual(['one', 'two']);
});

test('a reload in the middle of a try: the next page sends what waits, with its number', async () => {
  const { server, tab } = openBrowser();
  const open = server.hold();
  const first = tab();
  first.write('r1', 'one', null);
  first.write('r1', 'two', 7);
  await settle(() => expect(server.tries).toHaveLength(1));
  await settle(async () => expect(await openOutboxStore('usr_1').list()).toHaveLength(2));
  first.stop();
  const next = openBrowser(server).tab();
  open();
  await settle(() => expect(states(next)).toEqual(['one sent', 'two sent']));
  expect([bodies(server), next.items()[1]!.reply_to]).toEqual([['one', 'two'], 7]);
});

test.each([true, false])('two tabs that write to one room (locks: %s): every message once, each tab’s in its order, both show all', async (locks) => {
  const { server, tab } = openBrowser(openServer(), { locks });
  server.faults.push('away', 'lost');
  const [one, other] = [tab(), tab()];
  for (const n of [1, 2, 3]) {
    one.write('r1', `one ${n}`, null);
    other.write('r1', `other ${n}`, null);
  }
  await settle(() => expect(server.log).toHaveLength(6));
  for (const who of ['one', 'other']) expect(bodies(server).filter((body) => body.startsWith(who))).toEqual([1, 2, 3].map((n) => `${who} ${n}`));
  for (const each of [one, other]) await settle(() => expect(states(each).filter((state) => state.endsWith(' sent'))).toHaveLength(6));
});

test('the guard’s sentence stands at the message, which is not sent again; the next one is', async () => {
  const { server, tab } = openBrowser();
  server.faults.push({ data: null, code: 'MESSAGE_BLOCKED', validation: 'A phone number.' });
  const outbox = tab();
  outbox.write('r1', 'call me', null);
  outbox.write('r1', 'two', null);
  await settle(() => expect(states(outbox)).toEqual(['call me blocked', 'two sent']));
  expect(outbox.items()[0]!.reason).toBe('A phone number.');
  outbox.retry(outbox.items()[0]!.client_msg_id);
  expect(states(outbox)[0]).toBe('call me blocked');
  outbox.discard(outbox.items()[0]!.client_msg_id);
  expect(states(outbox)).toEqual(['two sent']);
  await settle(async () => expect((await openOutboxStore('usr_1').list()).map(({ body }) => body)).toEqual(['two']));
});

test('a refusal says why and waits for Retry, also after a reload', async () => {
  const { server, tab } = openBrowser();
  server.faults.push({ data: null, code: 'CHAT_STATE', validation: 'Closed.' });
  const first = tab();
  first.write('r1', 'one', null);
  await settle(() => expect(states(first)).toEqual(['one failed']));
  await settle(async () => expect((await openOutboxStore('usr_1').list())[0]!.state).toBe('failed'));
  first.stop();
  const outbox = openBrowser(server).tab();
  await settle(() => expect(states(outbox)).toEqual(['one failed']));
  expect([server.tries.length, outbox.items()[0]!.reason]).toEqual([1, 'Closed.']);
  outbox.retry(outbox.items()[0]!.client_msg_id);
  await settle(() => expect(states(outbox)).toEqual(['one sent']));
  expect(new Set(server.tries).size).toBe(1);
});

test('after a day nothing is sent by itself: the person is asked, and may send or discard it', async () => {
  const day = { now: Date.parse('2026-11-20T06:30:00.000Z') };
  const server = openServer();
  server.faults.push('away', 'away');
  const browser = openBrowser(server, { now: () => day.now });
  const first = browser.tab();
  first.write('r1', 'one', null);
  first.write('r2', 'two', null);
  await settle(() => expect(server.tries).toHaveLength(2));
  await settle(async () => expect(await openOutboxStore('usr_1').list()).toHaveLength(2));
  first.stop();
  day.now += ASK_AFTER_MS + 1;
  const outbox = browser.tab();
  await settle(() => expect(states(outbox)).toEqual(['one stale', 'two stale']));
  expect(server.tries).toHaveLength(2);
  outbox.retry(outbox.items()[0]!.client_msg_id);
  outbox.discard(outbox.items()[1]!.client_msg_id);
  await settle(() => expect(states(outbox)).toEqual(['one sent']));
  expect(bodies(server)).toEqual(['one']);
});

test('another person at the same browser sees and sends nothing of it', async () => {
  const server = openServer();
  server.faults.push('away', 'away', 'away', 'away');
  const first = openBrowser(server).tab();
  first.write('r1', 'mine', null);
  await settle(async () => expect(await openOutboxStore('usr_1').list()).toHaveLength(1));
  first.stop();
  const tried = server.tries.length;
  const other = openBrowser(server, { who: 'usr_2' }).tab();
  await vi.waitFor(async () => expect(await openOutboxStore('usr_2').list()).toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([other.items(), server.tries.length]).toEqual([[], tried]);
});

async function rawRows(): Promise<unknown[]> {
  const opening = indexedDB.open('vimarsh-chat');
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const asking = db.transaction('outbox').objectStore('outbox').getAll();
  return new Promise((resolve) => {
    asking.onsuccess = () => resolve(asking.result);
  });
}

test('signing out leaves no readable text behind, unless the person chose to keep it', async () => {
  const store = openOutboxStore('usr_1');
  const item = {
    client_msg_id: 'a',
    room: 'r1',
    body: 'a secret',
    reply_to: null,
    written_at: Date.now(),
    since: Date.now(),
    state: 'queued',
    reason: '',
    seq: null,
    at: null,
    kept: true,
  } as const;
  expect(await store.put(item)).toBe(true);
  expect(await store.list()).toEqual([item]);
  const [row] = (await rawRows()) as [{ sealed: ArrayBuffer }];
  expect(new TextDecoder().decode(row.sealed)).not.toContain('secret');
  expect(JSON.stringify(row)).not.toContain('secret');
  // What a sign-out does (S8-ERR-05).
  localStorage.clear();
  expect(await openOutboxStore('usr_1').list()).toEqual([]);

  expect(await store.put({ ...item, client_msg_id: 'b' })).toBe(true);
  expect([await store.keepsAtSignOut(), await store.setKeepsAtSignOut(true), await store.keepsAtSignOut()]).toEqual([false, true, true]);
  localStorage.clear();
  expect((await openOutboxStore('usr_1').list()).map(({ client_msg_id }) => client_msg_id)).toEqual(['b']);
  await openOutboxStore('usr_1').setKeepsAtSignOut(false);
  localStorage.clear();
  expect(await openOutboxStore('usr_1').list()).toEqual([]);
});

test('the key’s name begins and ends as that of a draft, so that a session that ends by itself keeps it for the same person', async () => {
  const store = openOutboxStore('usr_1');
  await store.setKeepsAtSignOut(true);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('vimarsh.') && key.endsWith('.usr_1'))).toHaveLength(1);
});

/** The browser's share of the disk is used up: it reads and removes, and writes nothing. */
function refuseWrites(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

test.each([
  [
    'no database',
    () =>
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
  ['a full disk', refuseWrites],
  ['no keys', () => vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) })],
])('a browser that stores nothing (%s): the message is sent and known to live on this page only', async (_what, refuse) => {
  refuse();
  const { server, tab } = openBrowser();
  const open = server.hold();
  const outbox = tab();
  outbox.write('r1', 'one', null);
  await settle(() => expect(states(outbox)).toEqual(['one sending']));
  expect(outbox.items()[0]!.kept).toBe(false);
  open();
  await settle(() => expect(states(outbox)).toEqual(['one sent']));
});

test('a disk that fills up while a message is on its way: it is sent, and the next page sends it again by its number, which the server has', async () => {
  const { server, tab } = openBrowser();
  const open = server.hold();
  const first = tab();
  first.write('r1', 'one', null);
  await settle(() => expect(server.tries).toHaveLength(1));
  refuseWrites();
  open();
  first.write('r1', 'two', null);
  await settle(() => expect(states(first)).toEqual(['one sent', 'two sent']));
  expect(first.items().map(({ kept }) => kept)).toEqual([true, false]);
  first.stop();
  const next = openBrowser(server).tab();
  await settle(() => expect(states(next)).toEqual(['one sent']));
  expect([bodies(server), server.tries.length]).toEqual([['one', 'two'], 3]);
});

test('no more than twenty wait at once', async () => {
  const { server, tab } = openBrowser();
  const open = server.hold();
  const outbox = tab();
  const taken = Array.from({ length: MOST_UNSENT + 1 }, (_, n) => outbox.write('r1', `${n}`, null));
  expect(taken.filter(Boolean)).toHaveLength(MOST_UNSENT);
  open();
  await settle(() => expect(bodies(server)).toEqual(Array.from({ length: MOST_UNSENT }, (_, n) => `${n}`)));
});

test('a broken server gets five tries, then the message waits for the person', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { server, tab } = openBrowser();
  server.faults.push(...Array.from({ length: 5 }, () => ({ data: null, code: 'INTERNAL', validation: 'It broke.' })));
  const outbox = tab();
  outbox.write('r1', 'one', null);
  // Storage answers between the pauses, on a busy machine after many turns.
  const until = performance.now() + 10_000;
  while (performance.now() < until && !states(outbox)[0]?.endsWith('failed')) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  vi.useRealTimers();
  expect([states(outbox), server.tries.length, outbox.items()[0]!.reason]).toEqual([['one failed'], 5, 'It broke.']);
});

const picture = { file: { kind: 'picture', name: '', size: 4, width: 320, height: 240 }, bytes: new Uint8Array([255, 216, 255, 7]) } as const;

async function rawFiles(): Promise<{ sealed: ArrayBuffer }[]> {
  const opening = indexedDB.open('vimarsh-chat-files');
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const asking = db.transaction('files').objectStore('files').getAll();
  const rows = await new Promise<{ sealed: ArrayBuffer }[]>((resolve) => {
    asking.onsuccess = () => resolve(asking.result);
  });
  db.close();
  return rows;
}

test('a file waits through a lost network and a reload, sealed, goes out once with its message, and is gone from the device once the thread shows it', async () => {
  const { server, tab } = openBrowser();
  server.faults.push('away');
  const first = tab();
  first.write('r1', 'The chart', 3, { picked: picture });
  await settle(async () => expect((await openOutboxStore('usr_1').list())[0]).toMatchObject({ body: 'The chart', file: picture.file, reply_to: 3 }));
  await settle(() => expect(server.tries).toHaveLength(1));
  first.stop();
  const [row] = await rawFiles();
  expect([...new Uint8Array(row!.sealed)].slice(0, 4)).not.toEqual([...picture.bytes]);

  // What a reload leaves is the store alone.
  server.faults.push('lost');
  const outbox = openBrowser(server).tab();
  await settle(() => expect(outbox.items()[0]).toMatchObject({ file: picture.file, state: 'sent' }));
  expect(server.log.map(({ body, bytes }) => ({ body, bytes }))).toEqual([{ body: 'The chart', bytes: [...picture.bytes] }]);
  expect(new Set(server.tries).size).toBe(1);
  outbox.cover('r1', 1);
  await settle(async () => expect(await rawFiles()).toEqual([]));
});

test('a file that is on this device no more is not sent as a text alone: its message says so and the next one goes', async () => {
  const { server, tab } = openBrowser();
  server.faults.push('away');
  const first = tab();
  first.write('r1', 'The chart', null, { picked: picture });
  await settle(async () => expect(await openOutboxStore('usr_1').list()).toHaveLength(1));
  await settle(() => expect(server.tries).toHaveLength(1));
  first.stop();
  const { client_msg_id } = first.items()[0]!;
  await removeFile(client_msg_id);
  const outbox = openBrowser(server).tab();
  await settle(() => expect(states(outbox)).toEqual(['The chart failed']));
  expect([outbox.items()[0]!.reason, server.log]).toEqual([expect.stringContaining('not on this device'), []]);
});

test('a browser that stores no file keeps it on the page, and sends it from there', async () => {
  vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) });
  const { server, tab } = openBrowser();
  const outbox = tab();
  outbox.write('r1', '', null, { picked: picture });
  await settle(() => expect(states(outbox)).toEqual([' sent']));
  expect([outbox.items()[0]!.kept, server.log[0]!.bytes]).toEqual([false, [...picture.bytes]]);
});

test('a limit of an hour is told at once and keeps no other message waiting; one of seconds is waited for', async () => {
  const { server, tab } = openBrowser();
  server.faults.push({ data: null, code: 'RATE', validation: '10 files an hour are the most.', retry_after: 2400 });
  const outbox = tab();
  outbox.write('r1', 'The chart', null, { picked: picture });
  outbox.write('r1', 'two', null);
  await settle(() => expect(states(outbox)).toEqual(['The chart failed', 'two sent']));
  expect(outbox.items()[0]!.reason).toBe('10 files an hour are the most.');
  server.faults.push({ data: null, code: 'RATE', validation: 'Wait.', retry_after: 20 });
  outbox.write('r1', 'three', null);
  await settle(() => expect(states(outbox)).toEqual(['The chart failed', 'two sent', 'three queued']));
});
