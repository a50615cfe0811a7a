import { css } from '@emotion/react';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { UNREAD_MOST } from '@vimarsh/shared/contract/chat/types.ts';
import { CHAT_EXPERTS, chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatAge } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react';
import { carriedWords, statusWord } from './chat-words.ts';
import { isIn, longestWaitFirst, ROOM_FILTERS, type RoomFilter, waitsSince, waitWords } from './recent-rooms.ts';
import { draftsOf } from './room-drafts.ts';
import { ChatSearch } from './search/chat-search.tsx';

const boxCss = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
`;
const headCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  border-bottom: 1px solid var(--line);
  & > button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-left: calc(-1 * var(--s-8));
    border: 0;
    border-radius: var(--r-6);
    background: none;
    color: var(--ink-2);
    cursor: pointer;
  }
`;
/* Four filters fit beside the search in the narrow pane of a desk. */
const chipsCss = css`
  display: flex;
  gap: var(--s-4);
  overflow-x: auto;
  padding: var(--s-8) 0 var(--s-8) var(--s-12);
`;
const listCss = css`
  display: block;
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-y: auto;
  overscroll-behavior: contain;
`;
const rowCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 2px var(--s-12);
  min-height: 64px;
  padding: var(--s-8) var(--s-12);
  border-bottom: 1px solid var(--line);
  color: inherit;
  text-decoration: none;
  &:hover {
    background: var(--canvas);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current='true'] {
    background: var(--canvas);
    box-shadow: inset 3px 0 var(--accent);
  }
  & > div > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--s-8);
    min-height: 22px;
  }
  & b,
  & p {
    overflow: hidden;
    min-width: 0;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div > p {
    display: -webkit-box;
    white-space: normal;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  & b {
    font-weight: 600;
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & small {
    flex: none;
    color: var(--ink-3);
    font-size: var(--t-12);
  }
`;
/** Said in place of the age of the last message, and not by its colour alone. */
const waitsCss = css`
  && {
    color: var(--ink);
    font-weight: 600;
  }
`;
const countCss = css`
  flex: none;
  min-width: 20px;
  padding: 1px 6px;
  border-radius: 10px;
  background: var(--accent);
  color: var(--on-accent);
  font-size: var(--t-12);
  font-weight: 600;
  text-align: center;
  font-variant-numeric: tabular-nums;
`;
const askCss = css`
  display: grid;
  padding: var(--s-8) var(--s-12);
  border-top: 1px solid var(--line);
`;
const noneCss = css`
  padding: var(--s-16) var(--s-12);
  color: var(--ink-2);
`;

const FILTER_WORDS: Readonly<Record<RoomFilter, string>> = { all: 'All', waits: 'Waits for me', requested: 'Requested', open: 'Open', ended: 'Ended' };
const NONE_WORDS: Readonly<Record<RoomFilter, string>> = {
  all: 'No chat yet.',
  waits: 'Nobody waits for you.',
  requested: 'No request waits.',
  open: 'No chat is open.',
  ended: 'No chat has ended.',
};

interface Props {
  rooms: readonly RecentChat[];
  chosen: string;
  me: string;
  more: (() => void) | null;
  busy: boolean;
  now: number;
  /** The server's instant, by which waits are counted. */
  serverNow: number;
  filter: RoomFilter;
  onFilter: (filter: RoomFilter) => void;
  /** Offers the way to an expert. */
  asks: boolean;
  /** The room that was left for this list, which takes the focus on; '' for none. */
  left: string;
}

/** The rooms by their last message, or for an expert those that wait by their wait. The first line is the person, the second what was said last or what is asked for. */
export function RoomList({ rooms, chosen, me, more, busy, now, serverNow, filter, onFilter, asks, left }: Props) {
  const rows = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(chosen);
  const [searching, setSearching] = useState(false);
  const shown = filter === 'waits' ? longestWaitFirst(rooms) : rooms.filter((room) => isIn(filter, room));
  const has = (title: string): boolean => shown.some((room) => room.title === title);
  // One stop for the Tab key, however many chats there are.
  const stop = [focused, chosen].find(has) ?? shown[0]?.title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the list takes the place of a chat.
  useEffect(() => {
    if (left) [...(rows.current?.querySelectorAll('a') ?? [])].find((row) => row.getAttribute('href') === chatRoom(left))?.focus();
  }, []);
  const onKey = (event: KeyboardEvent<HTMLUListElement>): void => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    links[Math.min(Math.max(to, 0), links.length - 1)]!.focus();
  };
  return (
    <nav css={boxCss} aria-label="Chats">
      <div css={headCss}>
        <div css={chipsCss}>
          {ROOM_FILTERS.filter((each) => !asks || each !== 'waits').map((each) => (
            <Chip key={each} pressed={filter === each} onPress={() => onFilter(each)}>
              {FILTER_WORDS[each]}
            </Chip>
          ))}
        </div>
        <button type="button" aria-label="Search all chats" title="Search all chats" aria-haspopup="dialog" onClick={() => setSearching(true)}>
          <Search size={20} aria-hidden="true" />
        </button>
      </div>
      {searching && <ChatSearch me={me} room={null} onClose={() => setSearching(false)} />}
      <ul css={listCss} ref={rows} onKeyDown={onKey}>
        {shown.map((room) => (
          <li key={room.title}>
            <RoomRow
              room={room}
              isChosen={room.title === chosen}
              me={me}
              now={now}
              serverNow={asks ? null : serverNow}
              tabIndex={room.title === stop ? 0 : -1}
              onFocus={() => setFocused(room.title)}
            />
          </li>
        ))}
        {shown.length === 0 && <li css={noneCss}>{NONE_WORDS[filter]}</li>}
        {more && filter !== 'waits' && (
          <li css={noneCss}>
            <Button onClick={more} busy={busy}>
              Show more
            </Button>
          </li>
        )}
      </ul>
      {asks && (
        <div css={askCss}>
          <Link css={buttonCss('quiet')} to={CHAT_EXPERTS}>
            Experts to chat with
          </Link>
        </div>
      )}
    </nav>
  );
}

interface RowProps {
  room: RecentChat;
  isChosen: boolean;
  me: string;
  now: number;
  /** For an expert, who reads how long the other waits; null for an investor. */
  serverNow: number | null;
  /** The words of a request stand below, in two lines at most. */
  asks?: boolean;
  tabIndex?: number;
  onFocus?: () => void;
}

/** One room: the person first, then what was said last or what is asked for. */
export function RoomRow({ room, isChosen, me, now, serverNow, asks = false, tabIndex, onFocus }: RowProps) {
  const { title, status_str, second_user_details: other, last, topic, unread, requested_at } = room;
  const isOpen = status_str === 'Active';
  const since = serverNow === null ? null : waitsSince(room);
  const [, readAgain] = useReducer((times: number) => times + 1, 0);
  // A chat that is left keeps its last words as it goes, which is after this row is drawn.
  useEffect(() => {
    if (!isChosen) readAgain();
  }, [isChosen]);
  // What is being written is in sight where the chat is.
  const draft = isChosen || !isOpen ? '' : (draftsOf(title).load(me)?.body.trim() ?? '');
  return (
    <Link css={rowCss} to={chatRoom(title)} aria-current={isChosen ? 'true' : undefined} tabIndex={tabIndex} onFocus={onFocus}>
      <Avatar name={other.full_name} picture={other.picture} size={40} />
      <div>
        <div>
          <b translate="no">{other.full_name}</b>
          {since === null ? <small>{formatAge(last?.at ?? requested_at, now)}</small> : <small css={waitsCss}>{waitWords(since, serverNow!)}</small>}
        </div>
        <div>
          {draft ? (
            <p>
              <strong>Draft</strong> · <span translate="no">{draft}</span>
            </p>
          ) : (
            <p>
              {!isOpen && <strong>{statusWord(status_str)} · </strong>}
              {last && isOpen && last.sender_id === me && 'You: '}
              {isOpen && last && !last.body ? <span>{carriedWords(last)}</span> : <span translate="no">{last && isOpen ? last.body : topic}</span>}
            </p>
          )}
          {unread > 0 && (
            <span css={countCss}>
              {unread >= UNREAD_MOST ? `${UNREAD_MOST}+` : unread}
              <Hidden> unread</Hidden>
            </span>
          )}
        </div>
        {asks && status_str === 'Requested' && <p translate="no">{room.request_text}</p>}
      </div>
    </Link>
  );
}
