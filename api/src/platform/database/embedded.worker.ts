import { once } from 'node:events';
import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { wordsOf } from '../text/error-words.ts';
import type { DatabaseThreadOptions, FromDatabase, ToDatabase } from './embedded.messages.ts';
import { freeMbOf, LEAST_FREE_UNDERWAY_MB } from './free-room.ts';
import { closeStatement, fatal, greeting, isStartup, join, MessageReader, renameStatement, simpleQuery, stateAfter, TYPE } from './wire.ts';

/*
 * The embedded database's thread. PGlite is one PostgreSQL backend; the pool's connections take turns on it. A turn is
 * a unit of the protocol (a simple query, or everything up to Sync). A connection inside a transaction keeps the
 * backend until commit or rollback, so transactions never mix.
 */

const port = parentPort!;
/** The thread may have been started before they were known. */
const [options] = (await once(port, 'message')) as [DatabaseThreadOptions];
const say = (message: FromDatabase): void => port.postMessage(message);

let fsyncs = 0;

interface NodeFsStream {
  nfd?: number;
  node: unknown;
}
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: NodeFsStream) => number };
    realPath(node: unknown): string;
    doSetAttr(file: unknown, node: unknown, attributes: { mode?: number | null }, ...calls: unknown[]): void;
  };
}

/**
 * PGlite's file layer has no fsync at all: a commit would only reach the page cache. This gives it one, for files and folders.
 * And it sets modes by itself, past the process's umask, so that everybody could write most files: others get no rights here.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args);
    const before = made.emscriptenOpts.preRun ?? [];
    const mend = ({ NODEFS }: EmscriptenModule): void => {
      const setAttributes = NODEFS.doSetAttr;
      NODEFS.doSetAttr = (file, node, attributes, ...calls) => {
        const { mode } = attributes;
        setAttributes(file, node, mode == null ? attributes : { ...attributes, mode: mode & ~0o077 }, ...calls);
      };
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) {
          const folder = openSync(NODEFS.realPath(stream.node), 'r');
          fsyncSync(folder);
          closeSync(folder);
        } else {
          fdatasyncSync(stream.nfd);
          fsyncs += 1;
        }
        return 0;
      };
    };
    return { ...made, emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(Array.isArray(before) ? before : [before]), mend as never] } };
  }
}

interface Client {
  id: number;
  reader: MessageReader;
  /** Messages of the unit being received. */
  unit: Uint8Array[];
  /** Prepared statements as the backend knows them. */
  named: Set<string>;
}

/** Something a connection wants from the backend: run a unit, or (null) be forgotten after it left. */
interface Turn {
  client: Client;
  unit: Uint8Array | null;
}

const clients = new Map<number, Client>();
let turns: Turn[] = [];
let owner: Client | null = null;
let idleTimer: NodeJS.Timeout | null = null;
let busy = false;
let stopping = false;

/** Takes turns until none is left, or none but those that must wait for the owner of an open transaction. */
async function takeTurns(database: PGlite): Promise<void> {
  if (busy) return;
  busy = true;
  for (let turn = nextTurn(); turn; turn = nextTurn()) {
    if (idleTimer) clearTimeout(idleTimer);
    idleTimer = null;
    if (!owner) await mindTheRoom(database);
    if (turn.unit) await runUnit(database, turn.client, turn.unit);
    else await forget(database, turn.client);
  }
  busy = false;
  if (owner && turns.length > 0) idleTimer ??= setTimeout(() => hangUp(database), options.idleInTransaction);
  if (stopping && !owner && turns.length === 0) {
    await database.close();
    say({ kind: 'stopped' });
  }
}

let short = false;

/** With too little room on the disk the database only reads: it refuses by itself whatever writes, before the log meets the end of the disk. */
async function mindTheRoom(database: PGlite): Promise<void> {
  if (!options.directory) return;
  const freeMb = freeMbOf(options.directory);
  if (freeMb < LEAST_FREE_UNDERWAY_MB === short) return;
  short = !short;
  await answerOf(database, simpleQuery(`set default_transaction_read_only = ${short ? 'on' : 'off'}`));
  say({ kind: 'room', short, freeMb });
}

function nextTurn(): Turn | undefined {
  const at = owner ? turns.findIndex((turn) => turn.client === owner) : 0;
  return at < 0 ? undefined : turns.splice(at, 1)[0];
}

/**
 * What the backend says to a unit, as bytes. PGlite's other ways parse each row for results that nobody here asks for, which takes as long
 * as the query, and keep every one of them for as long as the process lives.
 */
async function answerOf(database: PGlite, unit: Uint8Array): Promise<Uint8Array> {
  const said: Uint8Array[] = [];
  // Each piece is a window on the backend's memory, which moves on.
  await database.execProtocolRawStream(unit, { syncToFs: false, onRawData: (bytes) => said.push(bytes.slice()) });
  return join(said);
}

async function runUnit(database: PGlite, client: Client, unit: Uint8Array): Promise<void> {
  const answer = await answerOf(database, unit);
  const state = stateAfter(answer);
  if (state === 'I') owner = null;
  else if (state !== '') owner = client;
  say({ kind: 'bytes', client: client.id, bytes: answer });
}

/** Rolls back what a departed connection left open and closes its prepared statements. */
async function forget(database: PGlite, client: Client): Promise<void> {
  if (owner === client) await answerOf(database, simpleQuery('rollback'));
  if (owner === client) owner = null;
  for (const name of client.named) await answerOf(database, closeStatement(name));
}

/** Others wait for a transaction nobody works in: its connection ends, as PostgreSQL would do it. */
function hangUp(database: PGlite): void {
  idleTimer = null;
  if (!owner) return;
  say({ kind: 'bytes', client: owner.id, bytes: fatal('25P03', 'terminating connection due to idle-in-transaction timeout') });
  say({ kind: 'hangup', client: owner.id });
  leave(owner);
  void takeTurns(database).catch(crash);
}

function leave(client: Client): void {
  if (!clients.delete(client.id)) return;
  turns = turns.filter((turn) => turn.client !== client);
  turns.push({ client, unit: null });
}

const UNIT_ENDS = new Set<number>([TYPE.query, TYPE.sync, TYPE.flush, TYPE.functionCall]);

function receive(client: Client, bytes: Uint8Array, parameters: Readonly<Record<string, string>>): void {
  client.reader.push(bytes);
  for (let message = client.reader.next(); message; message = client.reader.next()) {
    if (message.type === 0) {
      if (isStartup(message.bytes)) say({ kind: 'bytes', client: client.id, bytes: greeting(client.id, parameters) });
      else say({ kind: 'hangup', client: client.id });
    } else if (message.type === TYPE.terminate) {
      leave(client);
    } else {
      client.unit.push(renameStatement(message.type, message.bytes, client.id, client.named));
      if (UNIT_ENDS.has(message.type)) {
        turns.push({ client, unit: join(client.unit) });
        client.unit = [];
      }
    }
  }
}

function hear(message: ToDatabase, parameters: Readonly<Record<string, string>>): void {
  if (message.kind === 'stop') {
    stopping = true;
    return;
  }
  let client = clients.get(message.client);
  if (!client && message.kind === 'bytes') {
    client = { id: message.client, reader: new MessageReader(), unit: [], named: new Set() };
    clients.set(client.id, client);
  }
  if (client && message.kind === 'bytes') receive(client, message.bytes, parameters);
  else if (client) leave(client);
}

/** The thread can't go on (out of memory, broken file): it says why and ends; the process stops with it. */
function crash(error: unknown): never {
  say({ kind: 'failed', text: wordsOf(error) });
  process.exit(1);
}

async function open(): Promise<PGlite> {
  if (!options.directory) return PGlite.create(options.image ? { loadDataDir: new Blob([readFileSync(options.image)]) } : {});
  // Without `-F`, so that commits sync; `fsync` because the default method, fdatasync, is a stub in the WASM build.
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !(options.fsync && parameter === '-F')),
    ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB', '-c', 'shared_buffers=32MB', '-c', 'timezone=UTC'],
  ];
  const fs = options.fsync ? new DurableNodeFS(options.directory) : new NodeFS(options.directory);
  const database = await PGlite.create({ fs, startParams });
  const before = fsyncs;
  await database.query("select pg_logical_emit_message(true, 'vimarsh', 'does a commit reach the disk')");
  if (fsyncs === before) throw new Error('The embedded database does not write its commits to the disk (a commit reached no fsync), so it was not started.');
  return database;
}

try {
  const database = await open();
  const { rows } = await database.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('server_version', 'server_encoding', 'client_encoding', 'DateStyle', 'integer_datetimes', 'standard_conforming_strings', 'TimeZone')",
  );
  const parameters = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  port.on('message', (messages: ToDatabase[]) => {
    for (const message of messages) hear(message, parameters);
    void takeTurns(database).catch(crash);
  });
  say({ kind: 'ready' });
} catch (error) {
  crash(error);
}
