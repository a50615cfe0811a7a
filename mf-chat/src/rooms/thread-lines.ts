import type { ChatEntry, FileKind } from '@vimarsh/shared/contract/chat/types.ts';
import { EDIT_MS } from '@vimarsh/shared/domain/chat/limits.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { type ItemState, moveItem } from './outbox/item.machine.ts';
import type { ItemFile, OutboxItem } from './outbox/item.ts';
import type { Timeline } from './timeline.ts';

export interface Quoted {
  readonly seq: number;
  readonly mine: boolean;
  /** '' where the message was withdrawn, has a file or a call alone, or is not loaded. */
  readonly body: string;
  readonly file: FileKind | null;
  readonly call: boolean;
}

/** What a message carries. */
export interface LineFile extends ItemFile {
  /** The server's number; null until it has kept the file. */
  readonly id: string | null;
}

export interface MessageLine {
  readonly kind: 'message';
  readonly key: string;
  /** Null until the server has kept it. */
  readonly seq: number | null;
  readonly mine: boolean;
  readonly isRequest: boolean;
  readonly body: string;
  readonly file: LineFile | null;
  /** The published call that it shows. */
  readonly call_id: string | null;
  readonly edited: boolean;
  readonly withdrawn: boolean;
  readonly quoted: Quoted | null;
  /** UTC instant. */
  readonly at: string;
  /** Of one's own messages: how far it has come. */
  readonly state: ItemState;
  /** One's own message, kept less than 15 minutes ago. */
  readonly mayChange: boolean;
  /** Set while the outbox has it. */
  readonly item: OutboxItem | null;
}

export type ThreadLine =
  | MessageLine
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'state';
      readonly key: string;
      readonly status: string;
      readonly reason: string;
      readonly mine: boolean;
      readonly by: string;
      readonly at: string;
    };

export interface ThreadFacts {
  readonly timeline: Timeline;
  readonly items: readonly OutboxItem[];
  readonly me: string;
  /** How far the other member has received and seen the room. */
  readonly other: { readonly delivered: number; readonly seen: number };
  /** How far this person had seen the room when it was opened. */
  readonly seenBefore: number;
  /** The last number of the room at that time: what came since was seen coming. */
  readonly headBefore: number;
  readonly now: number;
}

/** How far a kept message has come with the other member. */
export function reached(seq: number, { delivered, seen }: ThreadFacts['other']): ItemState {
  if (seen >= seq) return moveItem('sent', { type: 'SEEN' });
  return delivered >= seq ? moveItem('sent', { type: 'DELIVERED' }) : 'sent';
}

interface Change {
  readonly body: string;
  readonly withdrawn: boolean;
}

/** The latest change of each message. An edit after a withdrawal changes nothing. */
function changesOf(entries: readonly ChatEntry[]): ReadonlyMap<number, Change> {
  const changes = new Map<number, Change>();
  for (const { kind, target, body } of entries) {
    if (target === null || changes.get(target)?.withdrawn) continue;
    if (kind === 'edit') changes.set(target, { body, withdrawn: false });
    if (kind === 'withdrawal') changes.set(target, { body: '', withdrawn: true });
  }
  return changes;
}

const isText = ({ kind }: ChatEntry): boolean => kind === 'message' || kind === 'request';

/** The items that no entry of the timeline stands for yet: each message is drawn once, as an item or as an entry. */
export function unshownItems(entries: readonly ChatEntry[], items: readonly OutboxItem[], me: string): readonly OutboxItem[] {
  const shown = new Set(entries.flatMap(({ sender_id, client_msg_id }) => (sender_id === me ? [client_msg_id] : [])));
  return items.filter(({ client_msg_id }) => !shown.has(client_msg_id));
}

/** What a thread shows, from top to bottom. Changes of a message stand at the message. */
export function threadLines({ timeline: { entries }, items, me, other, seenBefore, headBefore, now }: ThreadFacts): readonly ThreadLine[] {
  const changes = changesOf(entries);
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const textOf = (entry: ChatEntry): Change => changes.get(entry.seq) ?? { body: entry.body, withdrawn: entry.withdrawn };
  const quote = (seq: number | null): Quoted | null => {
    const entry = seq === null ? undefined : bySeq.get(seq);
    if (seq === null) return null;
    const text = entry && textOf(entry);
    return {
      seq,
      mine: entry?.sender_id === me,
      body: text?.body ?? '',
      file: (!text?.withdrawn && entry?.file?.kind) || null,
      call: !text?.withdrawn && entry?.call_id !== undefined,
    };
  };
  const unread = entries.filter((entry) => isText(entry) && entry.sender_id !== me && entry.seq > seenBefore && entry.seq <= headBefore);
  const lines: ThreadLine[] = [];
  let day = '';
  const beginDay = ({ seq, at }: ChatEntry): void => {
    const next = formatDay(at);
    if (next !== day) lines.push({ kind: 'day', key: `day ${seq}`, day: next });
    day = next;
  };
  for (const entry of entries) {
    const { seq, sender_id, at } = entry;
    if (entry.kind === 'edit' || entry.kind === 'withdrawal') continue;
    beginDay(entry);
    if (entry === unread[0]) lines.push({ kind: 'unread', key: 'unread', count: unread.length });
    if (entry.kind === 'state') {
      lines.push({ kind: 'state', key: `${seq}`, status: entry.status_str, reason: entry.reason, mine: sender_id === me, by: sender_id, at });
      continue;
    }
    const mine = sender_id === me;
    const { body, withdrawn } = textOf(entry);
    lines.push({
      kind: 'message',
      // The same as its item's, so that the element stays when the server has kept the message.
      key: mine ? entry.client_msg_id || `${seq}` : `${seq}`,
      seq,
      mine,
      isRequest: entry.kind === 'request',
      body,
      file: (!withdrawn && entry.file) || null,
      call_id: (!withdrawn && entry.call_id) || null,
      edited: !withdrawn && changes.has(seq),
      withdrawn,
      quoted: quote(entry.kind === 'message' ? entry.target : null),
      at,
      state: reached(seq, other),
      mayChange: mine && entry.kind === 'message' && !withdrawn && now - Date.parse(at) < EDIT_MS,
      item: null,
    });
  }
  for (const item of unshownItems(entries, items, me)) {
    lines.push({
      kind: 'message',
      key: item.client_msg_id,
      seq: item.seq,
      mine: true,
      isRequest: false,
      body: item.body,
      file: item.file ? { ...item.file, id: null } : null,
      call_id: item.call_id ?? null,
      edited: false,
      withdrawn: false,
      quoted: quote(item.reply_to),
      at: item.at ?? new Date(item.written_at).toISOString(),
      state: item.state,
      mayChange: false,
      item,
    });
  }
  return lines;
}
