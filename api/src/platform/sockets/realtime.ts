import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { RoomDeclaration, TopicDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import { type CLIENT_EVENTS, type SERVER_EVENTS, TOPICS } from '@vimarsh/shared/contract/socket/events.ts';
import type { Logger } from 'pino';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { Authenticate, Caller, Recheck } from '../access/caller.ts';
import { hostNameOf } from '../http/address.ts';
import { failure } from '../http/envelope.ts';
import { Fail } from '../http/fail.ts';
import { nameFailure } from '../http/failures.ts';
import { parseInput } from '../http/input.ts';
import type { Hint, Relay } from '../nodes/hint.ts';
import { endGradually } from './end-gradually.ts';
import { type Prepared, prepareMessage } from './prepared-message.ts';
import { recheckSockets } from './recheck-sockets.ts';
import type { NumberedNews, RoomNews } from './room-sequence.ts';
import { parseNews, type RoomRules, Rooms } from './rooms.ts';
import { type SocketLimits, SocketPlaces } from './socket-places.ts';

export type ClientEvent = keyof typeof CLIENT_EVENTS;
export type ServerEvent = keyof typeof SERVER_EVENTS;
export type ClientPayload<E extends ClientEvent> = z.output<(typeof CLIENT_EVENTS)[E]>;
export type ServerPayload<E extends ServerEvent> = z.input<(typeof SERVER_EVENTS)[E]>;

/** One live socket as features see it. */
export interface Connection {
  readonly id: string;
  /** Null for anonymous sockets, which may only send to `open` topics. */
  readonly caller: Caller | null;
  readonly partner: Environment | null;
  readonly host: string;
  /** Sends to this socket alone. */
  send<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void;
  /** Runs once when the socket goes. */
  onClose(work: () => void): void;
}

/** A feature's half of a topic with rooms: who may join, and what its clients may send. */
export interface RoomFeature<D extends RoomDeclaration> extends RoomRules<Connection> {
  /** Answers the client's events, as `onEvent` does. */
  readonly handlers: {
    readonly [E in keyof D['client']]: (payload: z.output<D['client'][E]>, connection: Connection) => Promise<object | undefined> | object | undefined;
  };
  after?(room: string, seq: number, limit: number): Promise<readonly (z.input<D['server'][keyof D['server']]> & NumberedNews)[]>;
}

/** A topic's way to the members of its rooms. */
export interface RoomSender<D extends RoomDeclaration> {
  /** To every member of the room that the payload names, on every node. An event of the sequence is committed before. Throws when the payload breaks the declaration. */
  emit<E extends keyof D['server'] & string>(event: E, payload: z.input<D['server'][E]> & RoomNews): void;
  /** Ends a person's membership on every node, within a second where Redis answers. Called after what `mayJoin` reads has been changed. */
  end(room: string, user_id: string): void;
  isMember(room: string, connection: Connection): boolean;
}

export interface Realtime {
  /** Opens a topic with rooms, by its declaration alone. @waiting chat */
  openTopic<const D extends RoomDeclaration>(declaration: D, feature: RoomFeature<D>): RoomSender<D>;
  /** Handles a client event after its schema. What it returns joins the ack `{ ok: true, … }`; a thrown Fail becomes `{ ok: false, code, text }`. */
  onEvent<E extends ClientEvent>(
    event: E,
    handler: (payload: ClientPayload<E>, connection: Connection) => Promise<object | undefined> | object | undefined,
  ): void;
  /** To every socket of these users, on every node. */
  toUsers<E extends ServerEvent>(user_ids: readonly string[], event: E, payload: ServerPayload<E>): void;
  /** To every socket of a session, on every node. */
  toSession<E extends ServerEvent>(session_id: string, event: E, payload: ServerPayload<E>): void;
  /** Tells the session's sockets `session:ended` and disconnects them, on every node, whose requests hear of it by `onSessionEnd`. */
  endSession(session_id: string, reason: string): void;
  /** Called on this node for each session that any node ends. Redis carries that within a second; while it is away, nobody is called for those of other nodes. */
  onSessionEnd(forget: (session_id: string) => void): void;
  /** Looks again who the sockets of a person on this node speak for: they hear by that from now on. Those of other nodes look by themselves. */
  renew(user_id: string): Promise<void>;
  /** To each socket of this node for which `perSocket` has something to say, in order and never skipped: for small, rare hints. */
  broadcast<E extends ServerEvent>(event: E, perSocket: (connection: Connection) => readonly ServerPayload<E>[]): void;
  /** Encodes a message once, for all sockets that are to get the same. */
  prepare<E extends ServerEvent>(event: E, payload: ServerPayload<E>): Prepared;
  /**
   * Offers one message to each socket of this node. `perSocket` is asked only for sockets that can take a message now
   * and answers null for nothing to say, so it may remember what it has sent: a slow socket is skipped, never queued
   * for, and gets everything it missed in its next message. Returns how many messages left.
   */
  broadcastVolatile(perSocket: (connection: Connection) => Prepared | null): number;
}

interface SocketData {
  caller: Caller | null;
  host: string;
  connection: Connection;
  /** Events of this second, in all and by topic. */
  spent: Map<string, number>;
  second: number;
}
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
type EventHandler = (payload: never, connection: Connection) => Promise<object | undefined> | object | undefined;
type Ack = { ok: true; [more: string]: unknown } | { ok: false; code: string; text: string; [more: string]: unknown };

export interface RealtimeServer extends Realtime {
  /** Takes over upgrades of the HTTP server. */
  attach(http: HttpServer): void;
  /** Tells the other nodes of `toUsers`, `toSession` and `endSession`. */
  spreadBy(relay: Relay): void;
  /** Does for the sockets of this node what another node has told. */
  carryOut(hint: Hint): void;
  /**
   * Looks again who the open sockets speak for and whether their memberships stand: one whose session has ended is cut, one whose plan
   * or role has changed hears by that. While one look runs there is no second.
   */
  look(): Promise<void>;
  /** Sockets of this node. */
  count(): number;
  /**
   * Closes the sockets bit by bit over a time, so that they come again elsewhere, and not all at once. Only their connections are
   * closed: a client that is told to disconnect does not come again by itself.
   */
  leave(ms: number, hurry: AbortSignal): Promise<void>;
  /** Closes every socket's connection and takes no more. */
  close(): void;
}

/** The sockets of one session are in the room of this name and its id, on every node. */
const SESSION_ROOM = 'session:';
/** How old what a socket may hear can be. */
const LOOK_MS = 30_000;
/** Until the next look after one that failed. */
const LOOK_AGAIN_MS = 5000;
/**
 * A connection may be dead in one direction or both while it looks alive. Between two beats of the server, and how long an answer may take: whoever
 * hears nothing for both together hangs up, the page and the server alike. The page gets both with the greeting.
 */
const BEAT_MS = 10_000;
const BEAT_ANSWER_MS = 8_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Of one socket to all topics; each topic has a budget of its own within. */
const EVENTS_PER_SECOND = 40;
const ALL_TOPICS = '';
/** Beyond this a socket is not in a hurry but hostile: it is cut off. */
const EVENTS_TO_CUT_OFF = 10 * EVENTS_PER_SECOND;

interface Surroundings {
  log: Logger;
  /** With several nodes polling would need sticky sessions, so only WebSocket is offered. */
  websocketOnly: boolean;
  authenticate: Authenticate;
  recheck: Recheck;
  /** Whose request it is, also behind a proxy. */
  addressOf(request: IncomingMessage): string;
  limits?: SocketLimits;
  tenantOf(host: string): Environment | null;
  mayConnect(origin: string, request: IncomingMessage): boolean;
}

/** Socket.IO with one door: every event passes its schema, the rate limit and one catch. */
export function createRealtime({ log, websocketOnly, authenticate, recheck, addressOf, limits, tenantOf, mayConnect }: Surroundings): RealtimeServer {
  const topics = new Map<string, TopicDeclaration>();
  /** Which topic a client's event belongs to. */
  const topicOf = new Map<string, TopicDeclaration>();
  const handlers = new Map<string, EventHandler>();
  function declare(topic: TopicDeclaration): void {
    if (topics.has(topic.name)) throw new Error(`The topic ${topic.name} is declared already.`);
    topics.set(topic.name, topic);
    for (const event of Object.keys(topic.client)) {
      if (topicOf.has(event)) throw new Error(`The event ${event} belongs to the topic ${topicOf.get(event)!.name}.`);
      topicOf.set(event, topic);
    }
  }
  for (const topic of TOPICS) declare(topic);
  const places = new SocketPlaces(limits);
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>({
    transports: websocketOnly ? ['websocket'] : ['websocket', 'polling'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: BEAT_MS,
    pingTimeout: BEAT_ANSWER_MS,
    serveClient: false,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, (!origin || mayConnect(origin, request)) && places.hasRoom(addressOf(request)));
    },
  });

  /** Connections that have said hello. Socket.IO makes two sockets of a hello repeated before the first was answered. */
  const greeted = new WeakSet<object>();
  io.use(async (socket, next) => {
    if (greeted.has(socket.conn)) return;
    greeted.add(socket.conn);
    try {
      const host = hostNameOf(socket.handshake.headers.host);
      const { token } = socket.handshake.auth as { token?: unknown };
      const anonymous = token === undefined || token === null || token === '';
      const caller = typeof token === 'string' && token !== '' && token.length <= 4000 ? await authenticate(token, host) : null;
      if (!caller && !anonymous) return next(refusal(new Fail('SESSION_ENDED')));
      if (caller && !places.own(socket.conn, caller.user_id)) return next(refusal(new Fail('SOCKET_LIMIT')));
      socket.data.caller = caller;
      socket.data.host = host;
      next();
    } catch (error) {
      log.error({ err: error }, 'a socket could not be authenticated');
      next(refusal(new Fail('RETRY')));
    }
  });

  io.on('connection', (socket: LiveSocket) => {
    socket.data.spent = new Map();
    socket.data.second = 0;
    socket.data.connection = connectionOf(socket);
    void joinRooms(socket);
    socket.once('disconnect', () => rooms.leaveAll(socket.id));
    socket.on('error', (error) => log.debug({ err: error }, 'socket error'));
    socket.onAny((event: string, ...args: unknown[]) => void take(socket, event, args));
  });

  function connectionOf(socket: LiveSocket): Connection {
    return {
      id: socket.id,
      get caller() {
        return socket.data.caller;
      },
      get partner() {
        return tenantOf(socket.data.host);
      },
      get host() {
        return socket.data.host;
      },
      send: (event, payload) => void socket.emit(event, payload),
      onClose: (work) => void socket.once('disconnect', work),
    };
  }

  async function joinRooms(socket: LiveSocket): Promise<void> {
    const { caller } = socket.data;
    if (caller) await socket.join([`user:${caller.user_id}`, SESSION_ROOM + caller.session_id]);
  }

  /** The one door. Never throws: whatever a client sends ends in an ack or in nothing. */
  async function take(socket: LiveSocket, event: string, args: unknown[]): Promise<void> {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (answer: Ack) => last(answer) : () => {};
    try {
      spend(socket, ALL_TOPICS, EVENTS_PER_SECOND);
      const handler = handlers.get(event);
      const topic = topicOf.get(event);
      if (!handler || !topic) throw new Fail('NOT_FOUND');
      enter(socket, topic);
      const payload = parseInput(topic.client[event]!, typeof args[0] === 'function' ? undefined : args[0]);
      ack({ ok: true, ...(await handler(payload as never, socket.data.connection)) });
    } catch (error) {
      const { fail, surprise } = nameFailure(error);
      if (surprise) log.error({ err: error, event: handlers.has(event) ? event : 'unknown', code: fail.code }, 'socket event failed');
      const { code, validation, problems, retry_after } = failure(fail, '');
      ack({ ok: false, code, text: validation, ...(problems && { problems }), ...(retry_after !== undefined && { retry_after }) });
    }
  }

  /** Whether the socket may send to the topic now. */
  function enter(socket: LiveSocket, topic: TopicDeclaration): void {
    spend(socket, topic.name, topic.perSecond);
    if (!socket.data.caller && topic.access !== 'open') throw new Fail('SESSION_ENDED');
  }

  function spend(socket: LiveSocket, topic: string, perSecond: number): void {
    const { data } = socket;
    const second = Math.floor(performance.now() / 1000);
    if (data.second !== second) {
      data.second = second;
      data.spent.clear();
    }
    const spent = (data.spent.get(topic) ?? 0) + 1;
    data.spent.set(topic, spent);
    if (topic === ALL_TOPICS && spent > EVENTS_TO_CUT_OFF) socket.disconnect(true);
    if (spent > perSecond) throw new Fail('RATE', { retry_after: 1 });
  }

  const rooms = new Rooms<Connection>({
    send(ids, event, payload) {
      // Past Socket.IO's own rooms, which cost more than the message where a room has two members.
      const message = prepareMessage(event, payload);
      const { sockets } = io.of('/');
      for (const id of ids) sockets.get(id)?.conn.write(message.text, message.options as object);
    },
    explain(error) {
      const { fail, surprise } = nameFailure(error);
      if (surprise) log.error({ err: error, code: fail.code }, 'a room could not be looked after');
      return { code: fail.code, text: failure(fail, '').validation };
    },
  });

  let looking: NodeJS.Timeout | undefined;
  let lookingAgain: NodeJS.Timeout | undefined;
  let relay: Relay | null = null;
  const forgetters: ((session_id: string) => void)[] = [];

  function carryOut(hint: Hint): void {
    if (hint.kind === 'send') io.to(hint.room).emit(hint.event, hint.payload);
    else if (hint.kind === 'news') rooms.deliver(hint.topic, hint.event, hint.payload);
    else if (hint.kind === 'end') rooms.end(hint.topic, hint.room, hint.user_id);
    else {
      if (hint.room.startsWith(SESSION_ROOM)) for (const forget of forgetters) forget(hint.room.slice(SESSION_ROOM.length));
      io.in(hint.room).disconnectSockets(true);
    }
  }

  /** The other node may be of another release, which declares an event otherwise or has one that this one has not. Null: dropped. */
  function readForeign(hint: Hint): Hint | null {
    const topic = hint.kind === 'news' ? rooms.topic(hint.topic) : undefined;
    // A topic that this release does not have has no members here.
    if (hint.kind !== 'news' || !topic) return hint;
    try {
      return { ...hint, payload: parseNews(topic, hint.event, hint.payload) };
    } catch {
      log.warn({ topic: hint.topic, event: hint.event }, 'another node sent an event that its topic does not declare so; it was dropped');
      return null;
    }
  }

  /** Sockets of this node never wait for the others. */
  function tell(hint: Hint): void {
    carryOut(hint);
    relay?.publish(hint);
  }

  let currentLook: Promise<void> | null = null;
  /** Rights come first, so that whoever has lost one hears no more. Lost news is brought also where rights can't be asked. */
  async function look(): Promise<void> {
    const [rights] = await Promise.allSettled([recheckSockets(io.of('/').sockets.values(), recheck).then(() => rooms.recheck(io.of('/').sockets.keys()))]);
    await rooms.catchUp();
    if (rights.status === 'rejected') throw rights.reason;
  }

  /** One that failed is made up for soon: what it would have brought is missing meanwhile. */
  function lookAround(): void {
    void realtime.look().catch((error) => {
      log.warn({ err: error }, 'open sockets could not be looked through');
      clearTimeout(lookingAgain);
      lookingAgain = setTimeout(lookAround, LOOK_AGAIN_MS);
      lookingAgain.unref();
    });
  }

  const realtime: RealtimeServer = {
    openTopic(declaration, feature) {
      declare(declaration);
      rooms.open(declaration, feature);
      for (const [event, handler] of Object.entries(feature.handlers)) handlers.set(event, handler as EventHandler);
      return {
        emit: (event, payload) => tell({ kind: 'news', topic: declaration.name, event, payload: parseNews(declaration, event, payload) }),
        end: (room, user_id) => tell({ kind: 'end', topic: declaration.name, room, user_id }),
        isMember: (room, { id }) => rooms.has(declaration.name, room, id),
      };
    },
    onEvent(name, handler) {
      if (!topicOf.has(name)) throw new Error(`The event ${name} does not say who may send it.`);
      if (handlers.has(name)) throw new Error(`The event ${name} has a handler already.`);
      handlers.set(name, handler as EventHandler);
    },
    toUsers: (user_ids, event, payload) => user_ids.length > 0 && tell({ kind: 'send', room: user_ids.map((user_id) => `user:${user_id}`), event, payload }),
    toSession: (session_id, event, payload) => tell({ kind: 'send', room: SESSION_ROOM + session_id, event, payload }),
    endSession(session_id, reason) {
      tell({ kind: 'send', room: SESSION_ROOM + session_id, event: 'session:ended', payload: { reason } });
      tell({ kind: 'disconnect', room: SESSION_ROOM + session_id });
    },
    onSessionEnd: (forget) => void forgetters.push(forget),
    async renew(user_id) {
      const { adapter, sockets } = io.of('/');
      const ids = [...(adapter.rooms.get(`user:${user_id}`) ?? [])];
      await recheckSockets(ids.map((id) => sockets.get(id)!).filter(Boolean), recheck);
      await rooms.recheck(ids);
    },
    broadcast(event, perSocket) {
      for (const socket of io.of('/').sockets.values()) for (const payload of perSocket(socket.data.connection)) socket.emit(event, payload);
    },
    prepare: prepareMessage,
    broadcastVolatile(perSocket) {
      let sent = 0;
      for (const socket of io.of('/').sockets.values()) {
        if (!socket.conn.transport.writable) continue;
        const message = perSocket(socket.data.connection);
        if (message === null) continue;
        // An option that only Socket.IO's own adapter uses; Engine.IO's types leave it out.
        socket.conn.write(message.text, message.options as object);
        sent += 1;
      }
      return sent;
    },
    attach(http) {
      io.attach(http);
      places.watch(io.engine, addressOf);
      looking = setInterval(lookAround, LOOK_MS);
      looking.unref();
    },
    look() {
      currentLook ??= look().finally(() => {
        currentLook = null;
      });
      return currentLook;
    },
    carryOut(hint) {
      const checked = readForeign(hint);
      if (checked) carryOut(checked);
    },
    spreadBy(other) {
      relay = other;
    },
    count: () => io.of('/').sockets.size,
    leave: (ms, hurry) =>
      endGradually(
        ms,
        () => [...io.of('/').sockets.values()].filter(({ conn }) => conn.readyState === 'open'),
        ({ conn }) => conn.close(),
        hurry,
      ),
    close() {
      clearInterval(looking);
      clearTimeout(lookingAgain);
      io.engine?.close();
    },
  };

  // A token renewed on a live socket: of the same user, or the first one of an anonymous socket.
  realtime.onEvent('session:auth', async ({ token }, connection) => {
    const socket = io.of('/').sockets.get(connection.id);
    if (!socket) return undefined;
    const caller = await authenticate(token, socket.data.host);
    const previous = socket.data.caller;
    if (!caller || (previous && previous.user_id !== caller.user_id)) throw new Fail('SESSION_ENDED');
    if (!places.own(socket.conn, caller.user_id)) throw new Fail('SOCKET_LIMIT');
    if (previous && previous.session_id !== caller.session_id) await socket.leave(SESSION_ROOM + previous.session_id);
    socket.data.caller = caller;
    await joinRooms(socket);
    return undefined;
  });

  realtime.onEvent('room:join', async ({ topic, room, have }, connection) => {
    enterRoom(topic, connection);
    await rooms.join(topic, room, connection, have);
    return undefined;
  });
  realtime.onEvent('room:leave', ({ topic, room }, connection) => {
    enterRoom(topic, connection);
    rooms.leave(topic, room, connection.id);
    return undefined;
  });
  function enterRoom(name: string, { id }: Connection): void {
    const topic = rooms.topic(name);
    const socket = io.of('/').sockets.get(id);
    if (!topic || !socket) throw new Fail('NOT_FOUND');
    enter(socket, topic);
  }

  return realtime;
}

/** A refused handshake reaches the client as `connect_error` with this code. */
function refusal(fail: Fail): Error {
  return Object.assign(new Error(fail.code), { data: { code: fail.code, text: failure(fail, '').validation } });
}
