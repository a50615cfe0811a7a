import { type ItemEvent, type ItemState, moveItem } from './item.machine.ts';
import type { OutboxItem, PickedFile } from './item.ts';
import type { OutboxStore } from './outbox.store.ts';

/** What the server answered to one try. */
export interface SendAnswer {
  readonly data: { readonly seq: number; readonly at: string } | null;
  readonly code?: string | undefined;
  readonly validation: string;
  /** Seconds. */
  readonly retry_after?: number | undefined;
}

/** What an outbox needs of the page. */
export interface OutboxPorts {
  readonly store: OutboxStore;
  /** `bytes` are those of the item's file. */
  send(item: OutboxItem, bytes: Uint8Array<ArrayBuffer> | null): Promise<SendAnswer>;
  /** Runs the work while no other tab runs one of the same name. */
  lock(name: string, work: () => Promise<void>): Promise<void>;
  /** Tells the person's other tabs that the store has changed. */
  tell(): void;
  now(): number;
  newId(): string;
}

/** What goes with a message's text. */
export interface Carried {
  readonly picked?: PickedFile | null;
  readonly call_id?: string | undefined;
  /** Its number, where it was given one before: a draft whose session ended as it was sent. */
  readonly client_msg_id?: string | undefined;
}

export interface Outbox {
  items(): readonly OutboxItem[];
  subscribe(listener: () => void): () => void;
  /** False: too many messages wait already. A message carries a file or shows a call, not both. A number that waits already is not written twice. */
  write(room: string, body: string, reply_to: number | null, carried?: Carried): boolean;
  /** Of an item's file; null where it is not on this device any more. */
  bytesOf(client_msg_id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  retry(client_msg_id: string): void;
  discard(client_msg_id: string): void;
  /** The thread shows the room's entries up to this number: their items are not needed any more. */
  cover(room: string, seq: number): void;
  /** Reads the store again and goes on, after a start, news of another tab, or when the server may be there again. */
  wake(): void;
  stop(): void;
}

/** Messages of one person that wait at once. */
export const MOST_UNSENT = 20;
/** After this long nothing is sent by itself: what was meant yesterday may be wrong today, ms. */
export const ASK_AFTER_MS = 24 * 3600_000;
/** Tries that a broken server gets before the message counts as failed. Without a connection there is no end. */
const FAULTY_TRIES = 5;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** After these the message may have been kept or not, and trying again is harmless. A session that ended leaves it for its return. */
const NO_ANSWER = new Set(['UNREACHABLE', 'RETRY', 'RATE', 'CANCELLED', 'SESSION_ENDED']);
/** A limit that lasts longer is told at once: it would keep the room's other messages waiting, s. */
const LONGEST_RATE_S = 60;
const NO_FILE = 'Its file is not on this device any more. Discard the message and choose the file once more.';
const FAULTS = new Set(['INTERNAL', 'BAD_ANSWER']);

const UNSENT: ReadonlySet<ItemState> = new Set(['queued', 'sending', 'stale', 'failed', 'blocked']);

/** Whether the server has not kept it yet. */
export const isUnsent = ({ state }: OutboxItem): boolean => UNSENT.has(state);

/** Where messages wait until the server has kept them. Rooms don't wait for each other; a room's messages go out one after the other. */
export function createOutbox(user_id: string, { store, send, lock, tell, now, newId }: OutboxPorts): Outbox {
  let items: readonly OutboxItem[] = [];
  let stopped = false;
  const listeners = new Set<() => void>();
  const draining = new Set<string>();
  const tries = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Written here and in no listing of the store yet: a listing may be older than the message, or the browser refused to store it. */
  const unlisted = new Set<string>();
  /** On their way into the store. None is sent before the store has answered. */
  const storing = new Set<string>();
  /** Counts the changes made here, and says at which count each message was changed last: a listing that began earlier is older. */
  let changes = 0;
  const changedAt = new Map<string, number>();
  /** Files that were chosen on this page. */
  const held = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Removed here: a listing may be older than that. */
  const removed = new Set<string>();

  function remove(client_msg_id: string): Promise<void> {
    removed.add(client_msg_id);
    unlisted.delete(client_msg_id);
    held.delete(client_msg_id);
    set(items.filter((item) => item.client_msg_id !== client_msg_id));
    return store.remove(client_msg_id);
  }

  function set(next: readonly OutboxItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }

  function move(client_msg_id: string, event: ItemEvent, change: Partial<OutboxItem> = {}): void {
    const item = items.find((each) => each.client_msg_id === client_msg_id);
    if (!item) return;
    const state = moveItem(item.state, event);
    if (state === item.state) return;
    if (state === 'gone') {
      void remove(client_msg_id).then(tell);
      return;
    }
    changes += 1;
    changedAt.set(client_msg_id, changes);
    set(items.map((each) => (each === item ? { ...item, ...change, state } : each)));
    // Being on its way belongs to this tab. For the store the message still waits.
    if (state !== 'sending') void store.change(client_msg_id, { ...change, state }).then(tell);
  }

  /** Other tabs may have added, sent or removed some. What only this page has, and what is on its way from here, stays as it is. */
  async function reload(): Promise<void> {
    const begun = changes;
    const stored = (await store.list()).filter(({ client_msg_id }) => !removed.has(client_msg_id));
    if (stopped) return;
    for (const { client_msg_id } of stored) unlisted.delete(client_msg_id);
    const own = new Map(items.map((item) => [item.client_msg_id, item]));
    const fresh = stored.map((item) => {
      const known = own.get(item.client_msg_id);
      const isNewer = known !== undefined && (changedAt.get(item.client_msg_id) ?? 0) > begun;
      return isNewer || known?.state === 'sending' || known?.state === 'sent' ? known : item;
    });
    const storedIds = new Set(stored.map(({ client_msg_id }) => client_msg_id));
    const pageOnly = items.filter((item) => !storedIds.has(item.client_msg_id) && (unlisted.has(item.client_msg_id) || item.state === 'sent'));
    set([...fresh, ...pageOnly].sort((one, other) => one.written_at - other.written_at));
  }

  /** The message whose turn it is. */
  function firstOf(room: string): OutboxItem | undefined {
    const first = items.find((item) => item.room === room && item.state === 'queued');
    return first && !storing.has(first.client_msg_id) ? first : undefined;
  }

  const bytesOf = async (client_msg_id: string): Promise<Uint8Array<ArrayBuffer> | null> => held.get(client_msg_id) ?? store.bytesOf(client_msg_id);

  async function sendWhole(item: OutboxItem): Promise<SendAnswer> {
    if (!item.file) return send(item, null);
    try {
      const bytes = await bytesOf(item.client_msg_id);
      return bytes ? await send(item, bytes) : { data: null, code: 'FILE_TYPE', validation: NO_FILE };
    } catch {
      // The browser did not read it now.
      return { data: null, code: 'UNREACHABLE', validation: '' };
    }
  }

  /** Sends the first message of the room. Answers the pause before the next try, or null to go on at once. */
  async function sendFirst(item: OutboxItem): Promise<number | null> {
    if (now() - item.since >= ASK_AFTER_MS) {
      move(item.client_msg_id, { type: 'DAY' });
      return null;
    }
    move(item.client_msg_id, { type: 'SEND' });
    const { data, code = '', validation, retry_after = 0 } = await sendWhole(item);
    if (data) {
      tries.delete(item.client_msg_id);
      move(item.client_msg_id, { type: 'ACK' }, { seq: data.seq, at: data.at });
      return null;
    }
    const tried = (tries.get(item.client_msg_id) ?? 0) + 1;
    tries.set(item.client_msg_id, tried);
    const passes = NO_ANSWER.has(code) && !(code === 'RATE' && retry_after > LONGEST_RATE_S);
    if (passes || (FAULTS.has(code) && tried < FAULTY_TRIES)) {
      move(item.client_msg_id, { type: 'LATER' });
      return Math.min(FIRST_PAUSE_MS * 2 ** (tried - 1), LONGEST_PAUSE_MS);
    }
    tries.delete(item.client_msg_id);
    move(item.client_msg_id, { type: code === 'MESSAGE_BLOCKED' ? 'BLOCK' : 'REFUSE' }, { reason: validation });
    return null;
  }

  async function drain(room: string): Promise<void> {
    if (stopped || draining.has(room)) return;
    draining.add(room);
    clearTimeout(timers.get(room));
    let pause: number | null = null;
    try {
      await lock(`vimarsh-chat.${user_id}.${room}`, async () => {
        await reload();
        for (let first = firstOf(room); first && pause === null && !stopped; first = firstOf(room)) pause = await sendFirst(first);
      });
    } finally {
      draining.delete(room);
    }
    if (stopped || !firstOf(room)) return;
    timers.set(
      room,
      setTimeout(() => void drain(room), pause ?? 0),
    );
  }

  function drainAll(): void {
    for (const room of new Set(items.filter(({ state }) => state === 'queued').map((item) => item.room))) void drain(room);
  }

  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    bytesOf,
    write(room, body, reply_to, { picked, call_id, client_msg_id = newId() } = {}) {
      if (items.some((item) => item.client_msg_id === client_msg_id)) return true;
      if (items.filter(isUnsent).length >= MOST_UNSENT) return false;
      const last = items.at(-1)?.written_at ?? 0;
      // Two messages of one millisecond keep their order.
      const written_at = Math.max(now(), last + 1);
      const item: OutboxItem = {
        client_msg_id,
        room,
        body,
        reply_to,
        ...(picked && { file: picked.file }),
        ...(call_id && { call_id }),
        written_at,
        since: written_at,
        state: 'queued',
        reason: '',
        seq: null,
        at: null,
        kept: false,
      };
      unlisted.add(client_msg_id);
      storing.add(client_msg_id);
      set([...items, item]);
      if (picked) held.set(client_msg_id, picked.bytes);
      void store.put(item, picked?.bytes).then((kept) => {
        storing.delete(client_msg_id);
        if (kept) set(items.map((each) => (each.client_msg_id === client_msg_id ? { ...each, kept } : each)));
        tell();
        return drain(room);
      });
      return true;
    },
    retry(client_msg_id) {
      const room = items.find((item) => item.client_msg_id === client_msg_id)?.room;
      move(client_msg_id, { type: 'RETRY' }, { since: now(), reason: '' });
      if (room) void drain(room);
    },
    discard: (client_msg_id) => move(client_msg_id, { type: 'DISCARD' }),
    cover(room, seq) {
      for (const item of items) if (item.room === room && item.seq !== null && item.seq <= seq) void remove(item.client_msg_id);
    },
    wake() {
      for (const timer of timers.values()) clearTimeout(timer);
      void reload().then(drainAll);
    },
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      listeners.clear();
    },
  };
}
