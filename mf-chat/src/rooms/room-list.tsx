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
import { useState } from 'react';
import { statusWord } from './chat-words.ts';
import { isIn, ROOM_FILTERS, type RoomFilter } from './recent-rooms.ts';

const boxCss = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
`;
const chipsCss = css`
  display: flex;
  gap: var(--s-8);
  overflow-x: auto;
  padding: var(--s-8) var(--s-12);
  border-bottom: 1px solid var(--line);
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
  grid-template-columns: auto minmax(0, 1fr) auto;
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
  & > span:first-of-type {
    grid-row: span 2;
  }
  & b,
  & p {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-weight: 600;
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & small {
    justify-self: end;
    color: var(--ink-3);
    font-size: var(--t-12);
  }
`;
const countCss = css`
  justify-self: end;
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

const FILTER_WORDS: Readonly<Record<RoomFilter, string>> = { all: 'All', requested: 'Requested', open: 'Open', ended: 'Ended' };
const NONE_WORDS: Readonly<Record<RoomFilter, string>> = {
  all: 'No chat yet.',
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
  /** Offers the way to an expert. */
  asks: boolean;
}

/** The rooms by their last message. The first line is the person, the second what was said last or what is asked for. */
export function RoomList({ rooms, chosen, me, more, busy, now, asks }: Props) {
  const [filter, setFilter] = useState<RoomFilter>('all');
  const shown = rooms.filter((room) => isIn(filter, room));
  return (
    <nav css={boxCss} aria-label="Chats">
      <div css={chipsCss}>
        {ROOM_FILTERS.map((each) => (
          <Chip key={each} pressed={filter === each} onPress={() => setFilter(each)}>
            {FILTER_WORDS[each]}
          </Chip>
        ))}
      </div>
      <ul css={listCss}>
        {shown.map((room) => (
          <li key={room.title}>
            <RoomRow room={room} isChosen={room.title === chosen} me={me} now={now} />
          </li>
        ))}
        {shown.length === 0 && <li css={noneCss}>{NONE_WORDS[filter]}</li>}
        {more && (
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

/** One room: the person first, then what was said last or what is asked for. */
export function RoomRow({ room, isChosen, me, now }: { room: RecentChat; isChosen: boolean; me: string; now: number }) {
  const { title, status_str, second_user_details: other, last, topic, unread, requested_at } = room;
  const isOpen = status_str === 'Active';
  return (
    <Link css={rowCss} to={chatRoom(title)} aria-current={isChosen ? 'true' : undefined}>
      <Avatar name={other.full_name} picture={other.picture} size={40} />
      <b translate="no">{other.full_name}</b>
      <small>{formatAge(last?.at ?? requested_at, now)}</small>
      <p>
        {!isOpen && <strong>{statusWord(status_str)} · </strong>}
        {last && isOpen && last.sender_id === me && 'You: '}
        <span translate="no">{last && isOpen ? last.body : topic}</span>
      </p>
      {unread > 0 ? (
        <span css={countCss}>
          {unread >= UNREAD_MOST ? `${UNREAD_MOST}+` : unread}
          <Hidden> unread</Hidden>
        </span>
      ) : (
        <span />
      )}
    </Link>
  );
}
