import { io } from 'socket.io-client';
import { SERVER_EVENTS } from '../../contract/socket/events.ts';
import type { NewsOf, Topic } from '../../contract/socket/topics.ts';
import { SOCKET_RECONNECTION } from '../../domain/constants.ts';
import { endSession } from '../client/end-session.ts';
import { type Core, PLEASE_LOGIN } from '../core/core.ts';
import { KEYS } from '../core/storage.ts';
import { ANSWERS, SILENT } from '../reach.ts';
import type { Session } from '../session.types.ts';
import { createHeard } from './heard.ts';
import type { Line, LineAnswer, ServerEvents, TopicChannel, Wire } from './line.types.ts';
import { createPrices } from './prices.ts';
import { createRooms } from './rooms.ts';

/** The part of Socket.IO's socket that is used here. */
export interface Socket {
  on(event: string, listener: (payload: unknown) => void): unknown;
  emit(event: string, payload: unknown, ...answered: ((answer: LineAnswer) => void)[]): unknown;
  connect(): unknown;
  disconnect(): unknown;
  readonly connected: boolean;
  /** Whether it is connected or will try (again) by itself. */
  readonly active: boolean;
  readonly io: { on(event: 'reconnect_failed', listener: () => void): unknown };
}

/** After its 5 attempts the line is tried again when the user comes back. */
const openSocket = (token: () => string): Socket =>
  io({
    transports: ['websocket'],
    auth: (send) => send({ token: token() }),
    withCredentials: true,
    reconnectionAttempts: SOCKET_RECONNECTION.attempts,
    reconnectionDelay: SOCKET_RECONNECTION.delayMs,
    reconnectionDelayMax: SOCKET_RECONNECTION.delayMaxMs,
    autoConnect: false,
  });

/** Over so long the lines come again that a server has hung up or refused. */
const SPREAD_MS = 15_000;

/** One socket for every topic of the page, open while somebody follows one. */
export function createLine(core: Core, session: Pick<Session, 'request'>, open: (token: () => string) => Socket = openSocket): Line {
  const socket = open(() => core.store.read(KEYS.token));
  const wire: Wire = {
    connected: () => socket.connected,
    send: (event, payload, ...answered) => void socket.emit(event, payload, ...answered.filter((each) => each !== undefined)),
    say: (event, payload) => void socket.emit(event, payload),
    hear: (event, listener) => wire.listen(event, SERVER_EVENTS[event], (payload) => listener(payload as ServerEvents[typeof event])),
    listen(event, schema, listener) {
      socket.on(event, (payload) => {
        const message = schema.safeParse(payload);
        if (message.success) listener(message.data);
      });
    },
    changed,
    answered,
  };
  const channels: { readonly [K in Topic['topic']]: TopicChannel<Extract<Topic, { topic: K }>> } = {
    prices: createPrices(wire, core, session),
    calls: createHeard<'calls'>(wire, core, 'call:changed'),
    notices: createHeard<'notices'>(wire, core, 'notice:new'),
    room: createRooms(wire),
  };
  const each: readonly Omit<TopicChannel<Topic>, 'subscribe'>[] = Object.values(channels);
  const needed = (): boolean => each.some((channel) => channel.needed());
  let gap = false;
  /** On the way to a connection. Asked twice before the server has answered, Socket.IO would greet it twice. */
  let dialling = false;
  /** Neither the line nor what was asked for in its stead had an answer. */
  let silent = false;
  let token = core.store.read(KEYS.token);

  function answered(came: boolean): void {
    if (!came) {
      if (socket.connected) return;
      silent = true;
      core.browser.tellPage(SILENT);
    } else if (silent) {
      back();
      // After its last attempt the line does not try again by itself.
      redial();
    }
  }
  function back(): void {
    silent = false;
    core.browser.tellPage(ANSWERS);
  }

  let settling = false;
  function changed(): void {
    if (settling) return;
    settling = true;
    queueMicrotask(() => {
      settling = false;
      for (const channel of each) channel.settle?.();
      if (!needed()) hangUp();
      redial();
    });
  }

  function redial(): void {
    if (dialling || socket.connected || !needed()) return;
    dialling = true;
    socket.connect();
  }

  function hangUp(): void {
    dialling = false;
    socket.disconnect();
    for (const channel of each) channel.closed?.();
  }

  socket.on('connect', () => {
    dialling = false;
    for (const channel of each) channel.up?.(gap);
    if (gap || silent) back();
    gap = false;
  });
  const away = () => {
    dialling = socket.active;
    gap = true;
    for (const channel of each) channel.away?.();
    // A server that hangs up or refuses may be on its way out, with thousands of lines: each comes again at a time of its own.
    if (!dialling) setTimeout(redial, Math.random() * SPREAD_MS);
  };
  socket.on('disconnect', away);
  socket.on('connect_error', away);
  socket.io.on('reconnect_failed', () => {
    dialling = false;
    for (const channel of each) channel.gaveUp?.();
  });
  wire.hear('session:ended', () => {
    if (core.snapshot().signedIn) endSession(core, { message: PLEASE_LOGIN });
  });

  core.browser.onWake(() => {
    if (core.browser.visible()) redial();
  });
  core.onCleared(hangUp);
  core.subscribe(() => {
    const now = core.store.read(KEYS.token);
    if (now && now !== token) {
      if (socket.connected) wire.send('session:auth', { token: now });
      // A line refused for its old token does not come back by itself.
      else redial();
    }
    token = now;
  });

  return {
    subscribe<T extends Topic>(topic: T, listener: (news: NewsOf<T>) => void) {
      return (channels[topic.topic] as unknown as TopicChannel<T>).subscribe(topic, listener);
    },
  };
}
