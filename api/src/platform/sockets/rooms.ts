import { setTimeout as sleep } from 'node:timers/promises';
import type { RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import * as z from 'zod/mini';
import { Fail } from '../http/fail.ts';
import { type NumberedNews, type RoomNews, RoomSequence } from './room-sequence.ts';

/** One socket in one room. */
export interface Membership<C> {
  readonly room: string;
  readonly connection: C;
}

/** What a feature knows of the rooms of its topic. `C`: a socket. */
export interface RoomRules<C> {
  /** Throws the `Fail` that says why not. */
  mayJoin(room: string, connection: C): Promise<void> | void;
  /**
   * Those of these members who may stay, a right may end meanwhile. Asked every 30 s for up to 500 members of any rooms at once, so
   * answer with one query. `end` of the topic's sender ends a membership sooner.
   */
  mayStay(members: readonly Membership<C>[]): Promise<readonly Membership<C>[]> | readonly Membership<C>[];
  onJoin?(room: string, connection: C): void;
  /** Membership ended: by the client, with its socket or session, or with its right. */
  onLeave?(room: string, connection: C): void;
  /**
   * Events of the room behind number `seq`, in order, at most `limit`. Topics with a sequence need it.
   *
   * The numbers have no holes: take the next one under a lock of the room (`update rooms set last_seq = last_seq + 1 … returning
   * last_seq`) in the transaction that stores the event. The next writer then waits for the commit, so whoever reads a number can
   * read all before it, and a rollback gives the number back. Where a number is missing all the same, members wait for it for
   * 1.5 s and are then told to load the room anew.
   */
  after?(room: string, seq: number, limit: number): Promise<readonly NumberedNews[]>;
  /** The last number of each of these rooms; none for 0. Topics with a sequence need it. Asked at each join without a number, and every 30 s for up to 500 rooms at once. */
  latest?(rooms: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

interface OpenTopic<C> {
  readonly declaration: RoomDeclaration;
  readonly rules: RoomRules<C>;
}

interface Room<C> {
  readonly topic: OpenTopic<C>;
  readonly name: string;
  /** By socket. */
  readonly members: Map<string, Member<C>>;
  readonly sequence: RoomSequence | null;
}

interface Member<C> extends Membership<C> {
  readonly of: Room<C>;
  /** False while its right is asked for. */
  joined: boolean;
  /** Its right was taken while it was asked for. */
  ended: boolean;
}

/** A socket, as far as it matters here. */
interface Socket {
  readonly id: string;
  readonly caller: { readonly user_id: string } | null;
}

/** What rooms need of the sockets of this node. */
interface Sockets {
  /** Sends to these sockets, in the order of the calls. */
  send(ids: readonly string[], event: string, payload: object): void;
  /** The code and the sentence for any error, which is logged if it surprises. */
  explain(error: unknown): { code: string; text: string };
}

/** Members or rooms that a feature is asked about at once. */
const AT_ONCE = 500;

/** Which sockets of this node are in which rooms. */
export class Rooms<C extends Socket> {
  readonly #sockets: Sockets;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #topics = new Map<string, OpenTopic<C>>();
  /** By topic and room. */
  readonly #rooms = new Map<string, Room<C>>();
  readonly #ofSocket = new Map<string, Set<Member<C>>>();

  /** `pause`: between two reads of a sequence. */
  constructor(sockets: Sockets, pause = (ms: number): Promise<unknown> => sleep(ms, undefined, { ref: false })) {
    this.#sockets = sockets;
    this.#pause = pause;
  }

  open(declaration: RoomDeclaration, rules: RoomRules<C>): void {
    if (this.#topics.has(declaration.name)) throw new Error(`The topic ${declaration.name} is open already.`);
    if (declaration.sequence && !(rules.after && rules.latest)) throw new Error(`The topic ${declaration.name} has a sequence and nothing to read it by.`);
    this.#topics.set(declaration.name, { declaration, rules });
  }

  topic(name: string): RoomDeclaration | undefined {
    return this.#topics.get(name)?.declaration;
  }

  has(topic: string, room: string, id: string): boolean {
    return this.#rooms.get(keyOf(topic, room))?.members.get(id)?.joined ?? false;
  }

  /** What the member missed has been sent when this is over, unless it has to wait for a number. */
  async join(topicName: string, roomName: string, connection: C, have: number | undefined): Promise<void> {
    const topic = this.#topics.get(topicName);
    if (!topic) throw new Fail('NOT_FOUND');
    this.leave(topicName, roomName, connection.id);
    const own = this.#ofSocket.get(connection.id) ?? new Set();
    if ([...own].filter(({ of }) => of.topic === topic).length >= topic.declaration.roomsPerSocket) throw new Fail('ROOM_LIMIT');
    const room = this.#room(topic, roomName);
    const member: Member<C> = { of: room, room: roomName, connection, joined: false, ended: false };
    // It has its place from now on, so that many joins at once don't get past the limit.
    this.#ofSocket.set(connection.id, own.add(member));
    room.members.set(connection.id, member);
    try {
      await topic.rules.mayJoin(roomName, connection);
      const beginning = await room.sequence?.begin(have);
      if (member.ended) throw new Fail('FORBIDDEN');
      // The client has left, joined again or gone meanwhile.
      if (!this.#holds(member)) return;
      member.joined = true;
      topic.rules.onJoin?.(roomName, connection);
      if (beginning) room.sequence!.add(connection.id, beginning);
    } catch (error) {
      this.#remove(member);
      throw error;
    }
  }

  leave(topic: string, room: string, id: string): void {
    const member = this.#rooms.get(keyOf(topic, room))?.members.get(id);
    if (member) this.#remove(member);
  }

  /** The socket is gone. */
  leaveAll(id: string): void {
    for (const member of this.#ofSocket.get(id) ?? []) this.#remove(member);
  }

  /** Ends what a person's sockets on this node have of a room. */
  end(topic: string, room: string, user_id: string): void {
    for (const member of this.#rooms.get(keyOf(topic, room))?.members.values() ?? []) if (member.connection.caller?.user_id === user_id) this.#end(member);
  }

  /** To the members on this node. */
  deliver(topic: string, event: string, news: RoomNews): void {
    const room = this.#rooms.get(keyOf(topic, news.room));
    if (!room) return;
    if (room.sequence && event === room.topic.declaration.sequence?.event) room.sequence.deliver(news as NumberedNews);
    else
      this.#sockets.send(
        [...room.members.values()].filter(({ joined }) => joined).map(({ connection }) => connection.id),
        event,
        news,
      );
  }

  /** Asks again whether the members among these sockets may stay. */
  async recheck(ids: Iterable<string>): Promise<void> {
    const members = [...ids].flatMap((id) => [...(this.#ofSocket.get(id) ?? [])]).filter(({ joined }) => joined);
    for (const topic of this.#topics.values()) {
      const ofTopic = members.filter(({ of }) => of.topic === topic);
      for (const batch of inBatches(ofTopic)) await this.#recheckBatch(topic, batch);
    }
  }

  async #recheckBatch(topic: OpenTopic<C>, members: readonly Member<C>[]): Promise<void> {
    try {
      const staying = new Set(await topic.rules.mayStay(members));
      for (const member of members) if (!staying.has(member)) this.#end(member);
    } catch (error) {
      // A database that is away takes nobody's right.
      this.#sockets.explain(error);
    }
  }

  /** Reads the last number of each room, for members whose last hint was lost. Throws when all rooms were tried and some could not be read. */
  async catchUp(): Promise<void> {
    let failure: { readonly error: unknown } | null = null;
    for (const topic of this.#topics.values()) {
      if (!topic.declaration.sequence) continue;
      const rooms = [...this.#rooms.values()].filter((room) => room.topic === topic);
      for (const batch of inBatches(rooms)) {
        try {
          const latest = await topic.rules.latest!(batch.map(({ name }) => name));
          for (const { name, sequence } of batch) sequence!.catchUp(latest.get(name) ?? 0);
        } catch (error) {
          failure ??= { error };
        }
      }
    }
    if (failure) throw failure.error;
  }

  #room(topic: OpenTopic<C>, name: string): Room<C> {
    const { declaration } = topic;
    const key = keyOf(declaration.name, name);
    const room = this.#rooms.get(key) ?? { topic, name, members: new Map(), sequence: declaration.sequence && this.#sequence(topic, name) };
    this.#rooms.set(key, room);
    return room;
  }

  #sequence({ declaration, rules }: OpenTopic<C>, room: string): RoomSequence {
    const { event, most } = declaration.sequence!;
    return new RoomSequence({
      most,
      after: async (seq, limit) => (await rules.after!(room, seq, limit)).map((news) => parseNews(declaration, event, news) as NumberedNews),
      latest: async () => (await rules.latest!([room])).get(room) ?? 0,
      send: (ids, news) => this.#sockets.send(ids, event, news),
      reload: (ids) => this.#sockets.send(ids, 'room:reload', { topic: declaration.name, room }),
      report: (error) => void this.#sockets.explain(error),
      pause: this.#pause,
    });
  }

  #end(member: Member<C>): void {
    if (!this.#holds(member)) return;
    member.ended = true;
    const { joined, of, connection } = member;
    this.#remove(member);
    // One that is still joining is refused by the answer.
    if (joined)
      this.#sockets.send([connection.id], 'room:ended', { topic: of.topic.declaration.name, room: of.name, ...this.#sockets.explain(new Fail('FORBIDDEN')) });
  }

  #holds(member: Member<C>): boolean {
    return this.#ofSocket.get(member.connection.id)?.has(member) ?? false;
  }

  #remove(member: Member<C>): void {
    const { of: room, connection, joined } = member;
    const own = this.#ofSocket.get(connection.id);
    if (!own?.delete(member)) return;
    if (own.size === 0) this.#ofSocket.delete(connection.id);
    room.members.delete(connection.id);
    room.sequence?.remove(connection.id);
    if (room.members.size === 0) this.#rooms.delete(keyOf(room.topic.declaration.name, room.name));
    if (joined) room.topic.rules.onLeave?.(room.name, connection);
  }
}

/** The payload of a room's event as it leaves: without what its topic does not declare. Throws when it breaks the declaration. */
export function parseNews({ name, server, sequence }: RoomDeclaration, event: string, payload: unknown): RoomNews & Record<string, unknown> {
  if (!Object.hasOwn(server, event)) throw new Error(`The topic ${name} has no event ${event}.`);
  const news: RoomNews & Record<string, unknown> = { ...z.parse(server[event]!, payload) };
  if (event === sequence?.event && !Number.isSafeInteger(news.seq)) throw new Error(`The event ${event} needs its number, seq.`);
  return news;
}

function* inBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}

const keyOf = (topic: string, room: string): string => `${topic} ${room}`;
