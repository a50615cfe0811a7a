import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { DataUnusable, makePrivate } from './data-lock.ts';
import type { DatabaseThreadOptions, FromDatabase, ToDatabase } from './embedded.messages.ts';
import { takeThread } from './embedded.thread.ts';

export interface EmbeddedDatabase {
  /** A new connection for `pg`: pass it as the pool's `stream`. */
  connect(): Duplex;
  /** Resolves once open transactions ended and the files are closed. Close the pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the data, made when missing; null keeps it in memory (tests). */
  directory: string | null;
  /** Tar of the files that a database in memory begins with (tests). */
  image?: string | null;
  /** Called when the thread dies underway. The process should end: nothing can be stored any more. */
  onCrash(reason: string): void;
  /** Called when the disk has too little room to write on, and when it has enough again. */
  onRoom?(short: boolean, freeMb: number): void;
  fsync?: boolean;
  idleInTransaction?: number;
}

/** What `pg` expects of a socket, backed by the database's thread. */
class EmbeddedConnection extends Duplex {
  readonly #id: number;
  readonly #send: (message: ToDatabase) => void;

  constructor(id: number, send: (message: ToDatabase) => void) {
    super();
    this.#id = id;
    this.#send = send;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come; pg reads everything at once.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send({ kind: 'bytes', client: this.#id, bytes: new Uint8Array(chunk) });
    done();
  }

  override _final(done: () => void): void {
    this.#send({ kind: 'gone', client: this.#id });
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#send({ kind: 'gone', client: this.#id });
    done(error);
  }
}

/** What PGlite says of files that PostgreSQL can't go on from; its own reason it keeps to itself. */
const BROKEN = /^Aborted\(|PGlite failed to initialize/;

/** Starts the database thread and waits until it can take connections. Throws with one sentence when it can't. */
export async function openEmbedded({
  directory,
  image = null,
  onCrash,
  onRoom,
  fsync = true,
  idleInTransaction = 5000,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const hadData = directory !== null && existsSync(join(directory, 'PG_VERSION'));
  if (directory) makePrivate(directory);
  const options: DatabaseThreadOptions = { directory: directory && resolve(directory), image, fsync, idleInTransaction };
  const thread = takeThread();
  thread.postMessage(options);
  const connections = new Map<number, EmbeddedConnection>();
  let nextId = 1;
  let over = false;

  /** What is said in one turn crosses together, the five parts of a query and queries side by side: to wake the thread is what costs. */
  let unsent: ToDatabase[] = [];
  const send = (message: ToDatabase): void => {
    if (unsent.push(message) === 1) process.nextTick(flush);
  };
  const flush = (): void => {
    if (!over) thread.postMessage(unsent);
    unsent = [];
  };
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();

  const fail = (reason: string): void => {
    if (over) return;
    over = true;
    for (const connection of connections.values()) connection.destroy(new Error('The embedded database stopped.'));
    started.reject(new Error(reason));
    stopped.resolve();
    onCrash(reason);
  };
  let isReady = false;
  thread.on('message', (message: FromDatabase) => {
    if (message.kind === 'ready') {
      isReady = true;
      started.resolve();
    } else if (message.kind === 'room') onRoom?.(message.short, message.freeMb);
    else if (message.kind === 'bytes') connections.get(message.client)?.push(message.bytes);
    else if (message.kind === 'hangup') connections.get(message.client)?.push(null);
    else if (message.kind === 'stopped') {
      over = true;
      stopped.resolve();
    } else if (isReady) fail(message.text);
    else {
      over = true;
      const isBroken = hadData && BROKEN.test(message.text);
      started.reject(
        isBroken
          ? new DataUnusable(`The database in ${directory} is damaged and can’t be opened: restore the folder from a backup, or remove it to begin again.`)
          : new Error(message.text),
      );
    }
  });
  thread.on('error', (error) => (isReady ? fail(error.message) : started.reject(error)));
  thread.on('exit', () => (isReady ? fail('The embedded database’s thread ended.') : started.reject(new Error('The embedded database could not be started.'))));
  await started.promise;

  return {
    connect() {
      const id = nextId;
      nextId += 1;
      const connection = new EmbeddedConnection(id, send);
      connections.set(id, connection);
      connection.once('close', () => connections.delete(id));
      return connection;
    },
    async stop() {
      send({ kind: 'stop' });
      await stopped.promise;
      over = true;
      await thread.terminate();
    },
  };
}
