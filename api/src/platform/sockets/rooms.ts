import type { RoomDeclaration } from '@vimarsh/shared/contract/socket/declare-topic.ts';
import { Fail } from '../http/fail.ts';

/** An event of a room as it travels. Events of the topic's sequence have a `seq`. */
export interface RoomNews {
  readonly room: string;
  readonly seq?: number;
}

/** An event of the sequence. Reading on by numbers would never end without one. */
export type NumberedNews = RoomNews & { readonly seq: number };

/** What a feature knows of the rooms of its topic. `C`: a socket. */
export interface RoomRules<C> {
  /** Throws the `Fail` that says why not. Asked again while a member stays: a right may end. */
  mayJoin(room: string, connection: C): Promise<void> | void;
  onJoin?(room: string, connection: C): void;
  /** Membership ended: by the client, with its socket or session, or with its right. */
  onLeave?(room: string, connection: C): void;
  /** Events of the room behind number `seq`, in order, at most `limit`. Topics with a sequence need it. */
  after?(room: string, seq: number, limit: number): Promise<readonly NumberedNews[]>;
}

interface OpenTopic<C> {
  readonly declaration: RoomDeclaration;
  readonly rules: RoomRules<C>;
}

interface Member<C> {
  readonly topic: OpenTopic<C>;
  readonly room: string;
  readonly connection: C;
  /** False while its right is asked for. */
  joined: boolean;
  /** The last number it was sent, or had when it came; null: it loads the room by itself. */
  last: number | null;
  /** What it missed is being read. */
  catchingUp: boolean;
  /** The highest number heard of while it was catching up. */
  newest: number;
}

/** What rooms need of the sockets of this node. */
interface Sockets {
  /** Sends to these sockets, in the order of the calls. */
  send(ids: readonly string[], event: string, payload: object): void;
  /** The code and the sentence for any error, and whether it is a fault of the server's own, which is logged if it surprises. */
  explain(error: unknown): { code: string; text: string; ownFault: boolean };
}

/**
 * Which sockets of this node are in which rooms. In a topic with a sequence each member is sent its numbers in order and without
 * a hole: what comes out of turn (another node was faster, a hint was lost) is read from the feature instead.
 */
export class Rooms<C extends { readonly id: string }> {
  readonly #sockets: Sockets;
  readonly #topics = new Map<string, OpenTopic<C>>();
  /** By topic and room, then by socket. */
  readonly #members = new Map<string, Map<string, Member<C>>>();
  readonly #ofSocket = new Map<string, Set<Member<C>>>();

  constructor(sockets: Sockets) {
    this.#sockets = sockets;
  }

  open(declaration: RoomDeclaration, rules: RoomRules<C>): void {
    if (this.#topics.has(declaration.name)) throw new Error(`The topic ${declaration.name} is open already.`);
    if (declaration.sequence && !rules.after) throw new Error(`The topic ${declaration.name} has a sequence and nothing to read it by.`);
    this.#topics.set(declaration.name, { declaration, rules });
  }

  topic(name: string): RoomDeclaration | undefined {
    return this.#topics.get(name)?.declaration;
  }

  has(topic: string, room: string, id: string): boolean {
    return this.#members.get(keyOf(topic, room))?.get(id)?.joined ?? false;
  }

  /** What the member missed has been sent when this is over. */
  async join(name: string, room: string, connection: C, have: number | undefined): Promise<void> {
    const topic = this.#topics.get(name);
    if (!topic) throw new Fail('NOT_FOUND');
    this.leave(name, room, connection.id);
    const own = this.#ofSocket.get(connection.id) ?? new Set();
    if ([...own].filter((each) => each.topic === topic).length >= topic.declaration.roomsPerSocket) throw new Fail('ROOM_LIMIT');
    const last = topic.declaration.sequence ? (have ?? null) : null;
    const member: Member<C> = { topic, room, connection, joined: false, last, catchingUp: false, newest: 0 };
    // It has its place from now on, so that many joins at once don't get past the limit.
    this.#ofSocket.set(connection.id, own.add(member));
    const key = keyOf(name, room);
    this.#members.set(key, (this.#members.get(key) ?? new Map()).set(connection.id, member));
    try {
      await topic.rules.mayJoin(room, connection);
    } catch (error) {
      this.#remove(member);
      throw error;
    }
    // The client has left, joined again or gone meanwhile.
    if (!this.#holds(member)) return;
    member.joined = true;
    topic.rules.onJoin?.(room, connection);
    if (member.last !== null) await this.#catchUp(member);
  }

  leave(topic: string, room: string, id: string): void {
    const member = this.#members.get(keyOf(topic, room))?.get(id);
    if (member) this.#remove(member);
  }

  /** The socket is gone. */
  leaveAll(id: string): void {
    for (const member of this.#ofSocket.get(id) ?? []) this.#remove(member);
  }

  /** To the members on this node. */
  deliver(name: string, event: string, news: RoomNews): void {
    const { room, seq } = news;
    const members = this.#members.get(keyOf(name, room))?.values() ?? [];
    const sequenced = this.#topics.get(name)?.declaration.sequence?.event === event && seq !== undefined;
    const ids: string[] = [];
    for (const member of members) {
      if (!member.joined) continue;
      if (!sequenced) ids.push(member.connection.id);
      else if (member.catchingUp) member.newest = Math.max(member.newest, seq);
      else if (member.last === null || seq === member.last + 1) {
        member.last = seq;
        ids.push(member.connection.id);
      } else if (seq > member.last) {
        member.newest = seq;
        void this.#catchUp(member);
      }
    }
    if (ids.length > 0) this.#sockets.send(ids, event, news);
  }

  /** Asks again whether the members among these sockets may stay. */
  async recheck(ids: Iterable<string>): Promise<void> {
    for (const id of ids)
      for (const member of this.#ofSocket.get(id) ?? []) {
        try {
          if (member.joined) await member.topic.rules.mayJoin(member.room, member.connection);
        } catch (error) {
          const { code, text, ownFault } = this.#sockets.explain(error);
          // A database that is away takes nobody's right.
          if (ownFault || !this.#holds(member)) continue;
          this.#remove(member);
          this.#sockets.send([id], 'room:ended', { topic: member.topic.declaration.name, room: member.room, code, text });
        }
      }
  }

  /** Sends what follows `last`, until nothing newer was heard of meanwhile. */
  async #catchUp(member: Member<C>): Promise<void> {
    const { topic, room, connection } = member;
    const { event, most } = topic.declaration.sequence!;
    member.catchingUp = true;
    try {
      do {
        const missed = await topic.rules.after!(room, member.last!, most + 1);
        if (!this.#holds(member)) return;
        // Too many, or a number that was heard of and is nowhere to be read.
        if (missed.length > most || (missed.length === 0 && member.newest > member.last!)) this.#reload(member);
        else for (const news of missed) this.#sockets.send([connection.id], event, news);
        if (member.last !== null) member.last = missed.at(-1)?.seq ?? member.last;
      } while (member.last !== null && member.newest > member.last);
    } catch (error) {
      this.#sockets.explain(error);
      this.#reload(member);
    } finally {
      member.catchingUp = false;
    }
  }

  #reload(member: Member<C>): void {
    member.last = null;
    this.#sockets.send([member.connection.id], 'room:reload', { topic: member.topic.declaration.name, room: member.room });
  }

  #holds(member: Member<C>): boolean {
    return this.#ofSocket.get(member.connection.id)?.has(member) ?? false;
  }

  #remove(member: Member<C>): void {
    const { topic, room, connection, joined } = member;
    const own = this.#ofSocket.get(connection.id);
    if (!own?.delete(member)) return;
    if (own.size === 0) this.#ofSocket.delete(connection.id);
    const key = keyOf(topic.declaration.name, room);
    const members = this.#members.get(key)!;
    members.delete(connection.id);
    if (members.size === 0) this.#members.delete(key);
    if (joined) topic.rules.onLeave?.(room, connection);
  }
}

const keyOf = (topic: string, room: string): string => `${topic} ${room}`;
