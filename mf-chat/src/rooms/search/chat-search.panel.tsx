import { css } from '@emotion/react';
import { searchChats, searchMessages } from '@vimarsh/shared/contract/chat/routes.ts';
import { type ChatEntry, SEARCHED_ENTRIES, SEARCHED_ROOMS } from '@vimarsh/shared/contract/chat/types.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useRef, useState } from 'react';

/** A pause in typing after which the server is asked: 20 questions a minute are the most, ms. */
const PAUSE_MS = 500;
const SHORTEST = 2;
const LONGEST = 80;

const bodyCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    position: relative;
    display: grid;
    gap: 2px;
    padding: var(--s-8) 0;
    border-bottom: 1px solid var(--line);
  }
  & > li:hover {
    background: var(--canvas);
  }
  /* The whole row leads to the message. */
  & > li a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  & > li > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s-8);
    color: var(--ink-2);
    font-size: var(--t-12);
  }
  & > li > div > :first-child {
    color: var(--ink);
    font-size: var(--t-14);
    font-weight: 600;
    line-height: 24px;
  }
  & p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & mark {
    border-radius: 2px;
    background: color-mix(in oklab, var(--accent) 25%, transparent);
    color: inherit;
  }
`;
const noteCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

interface Hit {
  readonly room: string;
  /** Of the message: a changed one is shown at its own place. */
  readonly seq: number;
  readonly who: string;
  readonly body: string;
  readonly at: string;
}

interface Props {
  me: string;
  /** Where it looks; null: in all chats. */
  room: { readonly title: string; readonly full_name: string } | null;
  onClose: () => void;
}

/** Words in one chat or in all, as the server finds them. */
export function ChatSearchDialog({ me, room, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = [...words].length >= SHORTEST;
  const one = useQuery(searchMessages, { params: { room: room?.title ?? '' }, query: { q: words } }, { enabled: isAsked && room !== null, shown: true });
  const all = useQuery(searchChats, { query: { q: words } }, { enabled: isAsked && room === null, shown: true });
  const { error, loading, refetch, stale } = room ? one : all;
  const answer = room ? one.data : all.data;
  const hits: readonly Hit[] = room
    ? (one.data?.entries ?? []).toReversed().map((entry) => ({ ...placed(entry), who: entry.sender_id === me ? 'You' : room.full_name }))
    : (all.data?.found ?? []).map(({ entry, full_name }) => ({ ...placed(entry), who: full_name }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={room ? 'Search this chat' : 'Search all chats'}
      initialFocus={field}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div css={bodyCss}>
        <TextField
          ref={field}
          label="Words"
          type="search"
          autoComplete="off"
          maxLength={LONGEST}
          value={typed}
          hint="At least 2 characters, as they were written."
          onChange={(event) => setTyped(event.target.value)}
        />
        {!isAsked ? null : loading ? (
          <SkeletonRows rows={3} height={64} />
        ) : error && !answer ? (
          <ErrorState what="the results" error={error} onRetry={refetch} />
        ) : (
          <>
            <p css={noteCss} role="status">
              {stale ? 'Searching …' : foundWords(hits.length, answer?.more ?? false)}
            </p>
            <ul css={listCss} aria-label="Found">
              {hits.map((hit) => (
                <li key={`${hit.room} ${hit.seq}`}>
                  <div>
                    <Link to={chatRoom(hit.room, hit.seq)} translate="no" onClick={onClose}>
                      {hit.who}
                    </Link>
                    <time dateTime={hit.at}>{formatIst(hit.at)}</time>
                  </div>
                  <p translate="no" dir="auto">
                    <Marked text={hit.body} words={words} />
                  </p>
                </li>
              ))}
            </ul>
            {!room && all.data?.whole === false && (
              <p
                css={noteCss}
              >{`Looked through the last ${SEARCHED_ENTRIES} messages of your latest ${SEARCHED_ROOMS} chats. Open a chat to search all of it.`}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const placed = (entry: ChatEntry): Omit<Hit, 'who'> => ({ ...entry, seq: entry.kind === 'edit' && entry.target !== null ? entry.target : entry.seq });

function foundWords(count: number, more: boolean): string {
  if (count === 0) return 'Nothing found.';
  if (more) return `The latest ${count} are shown.`;
  return count === 1 ? '1 message found.' : `${count} messages found.`;
}

/** The first place of the words stands out. A text whose letters change their number in small letters is left as it is. */
function Marked({ text, words }: { text: string; words: string }) {
  const small = text.toLowerCase();
  const at = small.length === text.length ? small.indexOf(words.toLowerCase()) : -1;
  if (at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  );
}
