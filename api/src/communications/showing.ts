import type { ChainLine } from '@vimarsh/shared/domain/evidence/communication-chain.ts';
import type { CommunicationEntry } from './tables.ts';

/** Kinds that a person reads of others in their own rooms, below their own posts, and from the desk. */
const SHARED = [
  'chat.room',
  'chat.request',
  'chat.message',
  'chat.file',
  'chat.edit',
  'chat.withdrawal',
  'chat.state',
  'chat.away',
  'post',
  'comment',
  'desk.asked',
  'desk.answered',
];

/** The room’s number, or the comment, that an entry is about. */
const about = ({ kind, ref, content }: CommunicationEntry): string =>
  kind === 'chat.edit' && content !== null ? String((JSON.parse(content) as { target: number }).target) : ref.replace(/^file\//, '');

/** An entry as a viewer may read it (null: compliance, who reads all). Without its content the hash holds all the same. */
export function lineFor(entry: CommunicationEntry, viewer: string | null, gone: ReadonlySet<string>): ChainLine {
  const { chain, n, at, kind, digest, prev, hash } = entry;
  const why = withheld(entry, viewer, gone);
  const isNamed = why === '' || SHARED.includes(kind);
  return {
    chain,
    n,
    at: at.toISOString(),
    kind,
    person: isNamed ? entry.person : '',
    content: why === '' ? entry.content : null,
    withheld: why,
    digest,
    prev,
    hash,
  };
}

function withheld(entry: CommunicationEntry, viewer: string | null, gone: ReadonlySet<string>): ChainLine['withheld'] {
  if (entry.content === null) return 'retention';
  if (viewer === null || (entry.person === viewer && !/\.(remover|by)$/.test(entry.kind))) return '';
  // It names the broker through whom the investor came, which is nobody's business but theirs and the regulator's; `rooms/<room>.json` has the rest.
  if (!SHARED.includes(entry.kind) || entry.kind === 'chat.room') return 'private';
  return /^(chat\.(request|message|file|edit)|comment)$/.test(entry.kind) && gone.has(about(entry)) ? 'withdrawn' : '';
}
