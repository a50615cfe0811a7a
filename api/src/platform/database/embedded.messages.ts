/** What the pool side and the database's thread say to each other. `client` numbers a pool connection. */
export type ToDatabase = { kind: 'bytes'; client: number; bytes: Uint8Array } | { kind: 'gone'; client: number } | { kind: 'stop' };

export type FromDatabase =
  | { kind: 'ready' }
  | { kind: 'failed'; text: string }
  | { kind: 'bytes'; client: number; bytes: Uint8Array }
  | { kind: 'hangup'; client: number }
  /** The disk has too little room, so nothing is written from here on; or it has enough again. */
  | { kind: 'room'; short: boolean; freeMb: number }
  | { kind: 'stopped' };

export interface DatabaseThreadOptions {
  /** Folder of the data; null keeps it in memory (tests). */
  directory: string | null;
  /** Tar of the files that a database in memory begins with (tests); null has PostgreSQL make them. */
  image: string | null;
  /** False leaves fsync as PGlite ships it (off), so that a test can see the start refuse it. */
  fsync: boolean;
  /** Milliseconds a client may sit inside a transaction while others wait. */
  idleInTransaction: number;
}
