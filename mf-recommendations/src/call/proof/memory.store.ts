import type { LogMemory } from './check-log.ts';

/** What this browser saw of the ledger when it last checked a record that held. */
export interface Memory {
  /** Its key at the first check. */
  readonly key: string;
  /** Instant of the first check. */
  readonly since: string;
  /** The latest root at the last check, by its date and the hash that also stands for every root before. */
  readonly root: { readonly trading_date: string; readonly hash: string } | null;
  /** The head of the log at the last check; absent where none was read. */
  readonly log?: LogMemory | null;
}

export interface MemoryStore {
  read(): Promise<Memory | null>;
  write(memory: Memory): Promise<void>;
  forget(): Promise<void>;
}

const STORE = 'ledger';
const KEY = 'seen';

/** IndexedDB: signing out empties `localStorage`. A browser that refuses it remembers nothing. */
export const browserMemory: MemoryStore = {
  read: async () => readMemory(await use('readonly', (store) => store.get(KEY))),
  write: async (memory) => void (await use('readwrite', (store) => store.put(memory, KEY))),
  forget: async () => void (await use('readwrite', (store) => store.delete(KEY))),
};

function readMemory(value: unknown): Memory | null {
  const memory = value as Memory | null | undefined;
  return typeof memory?.key === 'string' && typeof memory.since === 'string' ? memory : null;
}

function use(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('vimarsh-record', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onerror = () => resolve(null);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(STORE, mode);
        const request = act(transaction.objectStore(STORE));
        const end = (result: unknown): void => {
          opening.result.close();
          resolve(result);
        };
        transaction.oncomplete = () => end(request.result);
        transaction.onabort = () => end(null);
      };
    } catch {
      resolve(null);
    }
  });
}
