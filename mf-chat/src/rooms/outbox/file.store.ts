import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Sealed as the texts are (outbox.store.ts), by the same key. */
interface Row {
  readonly client_msg_id: string;
  readonly since: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}
interface FileDatabase extends DBSchema {
  files: { key: string; value: Row };
}

const ALGORITHM = 'AES-GCM';
/** A file whose message went away without it is removed after this long, ms. */
const ROW_LIFE_MS = 30 * 24 * 3600_000;

/**
 * A database of its own. Another version of the messages' database would wait for every tab that has the old one open, and messages are read
 * anew at every turn, which files must not be.
 */
async function withFiles<T>(work: (db: IDBPDatabase<FileDatabase>) => Promise<T>): Promise<T> {
  const db = await openDB<FileDatabase>('vimarsh-chat-files', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'client_msg_id' }),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export const putFile = (key: CryptoKey, { client_msg_id, since }: Pick<Row, 'client_msg_id' | 'since'>, bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
  withFiles(async (db) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, bytes);
    for (let row = await db.transaction('files', 'readwrite').store.openCursor(); row; row = await row.continue())
      if (row.value.since < Date.now() - ROW_LIFE_MS) await row.delete();
    await db.put('files', { client_msg_id, since, iv, sealed });
  });

/** Null where it is not there, or sealed with a key that a sign-out destroyed. */
export const fileOf = (key: CryptoKey, client_msg_id: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  withFiles(async (db) => {
    const row = await db.get('files', client_msg_id);
    if (!row) return null;
    return crypto.subtle.decrypt({ name: ALGORITHM, iv: row.iv }, key, row.sealed).then(
      (bytes) => new Uint8Array(bytes),
      () => null,
    );
  });

export const removeFile = (client_msg_id: string): Promise<void> => withFiles((db) => db.delete('files', client_msg_id));
