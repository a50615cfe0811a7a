import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { moveItem } from './item.machine.ts';
import type { OutboxItem } from './item.ts';

/** A row as the browser stores it. The text is sealed: only the person's own key opens it. */
interface Row extends Omit<OutboxItem, 'body' | 'reply_to' | 'file' | 'call_id' | 'kept'> {
  readonly user_id: string;
  /** Its bytes stand in the other database. */
  readonly carries?: true;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

interface ChatDatabase extends DBSchema {
  outbox: { key: string; value: Row; indexes: { user_id: string } };
  /** Keys of those who chose to keep unsent messages when they sign out. */
  keys: { key: string; value: string };
}

export interface OutboxStore {
  /** The person's own rows, in the order of writing. */
  list(): Promise<readonly OutboxItem[]>;
  /** False: the browser refused. `bytes` are those of the item's file. */
  put(item: OutboxItem, bytes?: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Of an item's file; null where they are not on this device any more. Rejects where they can't be read now. */
  bytesOf(client_msg_id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Changes a row that is there; a row that another tab removed stays away. */
  change(client_msg_id: string, change: Partial<OutboxItem>): Promise<void>;
  remove(client_msg_id: string): Promise<void>;
  /** Whether unsent messages stay readable on this device after sign-out. */
  keepsAtSignOut(): Promise<boolean>;
  setKeepsAtSignOut(keeps: boolean): Promise<boolean>;
}

/** Loaded with the first file. */
const files = () => import('./file.store.ts');

const ALGORITHM = 'AES-GCM';
/** Rows that nobody opened for so long are removed, whoever wrote them, ms. */
const ROW_LIFE_MS = 30 * 24 * 3600_000;

/**
 * IndexedDB, because several tabs and a reload share it. Texts are sealed with a key of the person. The key stands in `localStorage`, which
 * signing out empties: without it, what is left is unreadable. A session that ends by itself keeps the key for the same
 * person (`shared/session/kept-drafts.ts`), because its name ends with the user's id.
 */
export function openOutboxStore(user_id: string): OutboxStore {
  const keyName = `vimarsh.chat-key.${user_id}`;
  let database: Promise<IDBPDatabase<ChatDatabase>> | null = null;
  const open = (): Promise<IDBPDatabase<ChatDatabase>> => {
    database ??= openDB<ChatDatabase>('vimarsh-chat', 1, {
      upgrade(db) {
        db.createObjectStore('outbox', { keyPath: 'client_msg_id' }).createIndex('user_id', 'user_id');
        db.createObjectStore('keys');
      },
      terminated() {
        database = null;
      },
    });
    return database;
  };
  const attempt = async <T>(work: (db: IDBPDatabase<ChatDatabase>) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work(await open());
    } catch {
      // A failed opening is tried anew by the next call.
      database = null;
      return otherwise;
    }
  };

  /** The stored key, or a new one where `make` says so. */
  async function readKey(db: IDBPDatabase<ChatDatabase>, make: boolean): Promise<CryptoKey | null> {
    let stored = localStorage.getItem(keyName) ?? (await db.get('keys', user_id));
    if (!stored) {
      if (!make) return null;
      const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, true, ['encrypt', 'decrypt']);
      const made = JSON.stringify(await crypto.subtle.exportKey('jwk', key));
      // Another message or tab may have made one meanwhile.
      stored = localStorage.getItem(keyName) ?? made;
    }
    localStorage.setItem(keyName, stored);
    return crypto.subtle.importKey('jwk', JSON.parse(stored), ALGORITHM, false, ['encrypt', 'decrypt']);
  }

  async function unseal(key: CryptoKey, { iv, sealed, user_id: _, carries: __, ...row }: Row): Promise<OutboxItem | null> {
    try {
      const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed));
      return { ...row, ...(JSON.parse(text) as Pick<OutboxItem, 'body' | 'reply_to' | 'file' | 'call_id'>), kept: true };
    } catch {
      // Sealed with a key that a sign-out destroyed.
      return null;
    }
  }

  async function remove(db: IDBPDatabase<ChatDatabase>, client_msg_id: string): Promise<void> {
    const row = await db.get('outbox', client_msg_id);
    await db.delete('outbox', client_msg_id);
    if (row?.carries) await (await files()).removeFile(client_msg_id);
  }

  return {
    list: () =>
      attempt(async (db) => {
        const oldest = Date.now() - ROW_LIFE_MS;
        for (const row of await db.getAll('outbox')) if (row.since < oldest) await remove(db, row.client_msg_id);
        const rows = await db.getAllFromIndex('outbox', 'user_id', user_id);
        const key = rows.length > 0 ? await readKey(db, false) : null;
        if (!key) return [];
        const items = (await Promise.all(rows.map((row) => unseal(key, row)))).filter((item) => item !== null);
        return items.sort((one, other) => one.written_at - other.written_at);
      }, []),
    put: (item, bytes) =>
      attempt(async (db) => {
        const key = (await readKey(db, true))!;
        const { body, reply_to, file, call_id, kept: _, ...row } = item;
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, new TextEncoder().encode(JSON.stringify({ body, reply_to, file, call_id })));
        // A try that the page's end interrupts is a try without an answer.
        const state = row.state === 'sending' ? moveItem('sending', { type: 'LATER' }) : row.state;
        // Before its message: no message stands here without its file.
        if (bytes) await (await files()).putFile(key, { client_msg_id: item.client_msg_id, since: item.since }, bytes);
        await db.put('outbox', { ...row, state, user_id, ...(bytes && { carries: true as const }), iv, sealed });
        return true;
      }, false),
    async bytesOf(client_msg_id) {
      const key = await readKey(await open(), false);
      return key && (await files()).fileOf(key, client_msg_id);
    },
    change: (client_msg_id, { body: _body, reply_to: _reply, file: _file, call_id: _call, kept: _kept, ...change }) =>
      attempt(async (db) => {
        const work = db.transaction('outbox', 'readwrite');
        const row = await work.store.get(client_msg_id);
        if (row) await work.store.put({ ...row, ...change });
        await work.done;
      }, undefined),
    remove: (client_msg_id) => attempt((db) => remove(db, client_msg_id), undefined),
    keepsAtSignOut: () => attempt(async (db) => (await db.getKey('keys', user_id)) !== undefined, false),
    setKeepsAtSignOut: (keeps) =>
      attempt(async (db) => {
        if (!keeps) await db.delete('keys', user_id);
        else {
          await readKey(db, true);
          await db.put('keys', localStorage.getItem(keyName)!, user_id);
        }
        return true;
      }, false),
  };
}
