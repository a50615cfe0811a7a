import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { MessageRow } from './message-row.tsx';
import type { MessageLine, ThreadLine } from './thread-lines.ts';

const paneCss = css`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  min-height: 0;
  background: var(--canvas);
`;
const listCss = css`
  overscroll-behavior: contain;
`;
const ruleCss = css`
  padding: var(--s-8) var(--s-16);
  color: var(--ink-2);
  font-size: var(--t-12);
  text-align: center;
`;
const unreadCss = css`
  color: var(--accent);
  font-weight: 600;
`;
const newCss = css`
  position: absolute;
  right: var(--s-16);
  bottom: var(--s-8);
  & > button {
    border-color: var(--line);
    background: var(--raised);
    box-shadow: var(--float);
  }
`;

/** So near to the end counts as there, px. */
const NEAR_PX = 48;
/** From here on the way back to the end is offered: nearer, it would lie over what is read, px. */
const FAR_PX = 240;
/** So long a message has to be on the screen before it counts as seen, ms. */
const SEEN_MS = 1000;
/** After older entries came, ms. */
const SHIFT_MS = 300;
/** From one look for the row of a sought message to the next, and how many there are, ms. */
const SOUGHT_MS = 50;
const SOUGHT_TRIES = 40;
/** So near to the start older entries are asked for, px. */
const OLDER_PX = 200;

/** A message to go to, with a number of its own each time. */
export interface Sought {
  readonly seq: number;
  readonly times: number;
}

interface Props {
  lines: readonly ThreadLine[];
  older: boolean;
  loadOlder: () => Promise<void>;
  /** Everything up to this number was on the screen of somebody who looks. */
  onSeen: (seq: number) => void;
  sought: Sought | null;
  drawState: (line: Extract<ThreadLine, { kind: 'state' }>) => ReactNode;
  row: Omit<Parameters<typeof MessageRow>[0], 'line' | 'expanded' | 'isLastOwn' | 'isSought'> & { expanded: string };
}

/** The lines of a thread. It opens at the first unread one, and follows new ones only where the end is in view. */
export function MessageList({ lines, older, loadOlder, onSeen, sought, drawState, row }: Props) {
  const list = useRef<VListHandle>(null);
  const [shift, setShift] = useState(false);
  const [atEnd, setAtEnd] = useState(() => lines.every(({ kind }) => kind !== 'unread'));
  const [far, setFar] = useState(false);
  const [behind, setBehind] = useState(0);
  const loading = useRef(false);
  const placed = useRef(false);
  const lastKey = lines.at(-1)?.key;
  const firstKey = lines[0]?.key;

  useLayoutEffect(() => {
    if (placed.current || lines.length === 0) return;
    placed.current = true;
    const unread = lines.findIndex(({ kind }) => kind === 'unread');
    list.current?.scrollToIndex(unread >= 0 ? unread : lines.length - 1, { align: unread >= 0 ? 'start' : 'end' });
  }, [lines]);

  const pane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that a message is sought.
  useEffect(() => {
    const index = sought ? lines.findIndex((line) => line.kind === 'message' && line.seq === sought.seq) : -1;
    if (index < 0) return;
    setAtEnd(false);
    list.current?.scrollToIndex(index, { align: 'center' });
    // The row is drawn once it is in view, and the dialog of the search gives the focus back before.
    let tries = 0;
    const timer = setInterval(() => {
      const row = pane.current?.querySelector<HTMLElement>('[data-sought]');
      tries += 1;
      row?.focus({ preventScroll: true });
      if (row || tries > SOUGHT_TRIES) clearInterval(timer);
    }, SOUGHT_MS);
    return () => clearInterval(timer);
  }, [sought]);

  const mineAtEnd = lines.at(-1)?.kind === 'message' && (lines.at(-1) as MessageLine).mine;
  const count = useRef(lines.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what counts.
  useEffect(() => {
    const more = lines.length - count.current;
    count.current = lines.length;
    if (!placed.current || more <= 0) return;
    if (atEnd || mineAtEnd) list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
    else setBehind((behind) => behind + more);
  }, [lastKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once older ones stand before the first, later ones come at the end again.
  useEffect(() => {
    count.current = lines.length;
    setShift(false);
  }, [firstKey]);

  const look = useEffectEvent(() => {
    const pane = list.current;
    setFar(pane !== null && pane.scrollSize - pane.scrollOffset - pane.viewportSize > FAR_PX);
    // A thread that fits is never scrolled.
    if (pane && pane.scrollSize - pane.scrollOffset - pane.viewportSize < NEAR_PX) {
      setAtEnd(true);
      setBehind(0);
    }
    // A page of nothing but edits leaves little to scroll.
    if (pane) askOlder(pane.scrollOffset);
    if (!pane || document.visibilityState === 'hidden' || !document.hasFocus()) return;
    const end =
      pane.scrollSize - pane.scrollOffset - pane.viewportSize < NEAR_PX ? lines.length - 1 : pane.findItemIndex(pane.scrollOffset + pane.viewportSize);
    const seqs = lines.slice(0, end + 1).flatMap((line) => (line.kind === 'message' && !line.mine && line.seq !== null ? [line.seq] : []));
    if (seqs.length > 0) onSeen(Math.max(...seqs));
  });
  useEffect(() => {
    const timer = setInterval(look, SEEN_MS);
    return () => clearInterval(timer);
  }, []);

  /** A row that grows, as by a refusal, and a pane that shrinks must not hide the end from whoever is there. */
  const followEnd = (): void => {
    if (placed.current && atEnd) list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
  };
  const onScroll = (offset: number): void => {
    const pane = list.current;
    if (!pane) return;
    const end = pane.scrollSize - offset - pane.viewportSize < NEAR_PX;
    setAtEnd(end);
    setFar(pane.scrollSize - offset - pane.viewportSize > FAR_PX);
    if (end) setBehind(0);
    askOlder(offset);
  };

  const askOlder = (offset: number): void => {
    if (offset > OLDER_PX || !older || loading.current || !placed.current) return;
    loading.current = true;
    // The place is kept from the end while lines come before the first.
    setShift(true);
    void loadOlder().finally(() => {
      loading.current = false;
      // Where nothing came before the first line. Not at once: the lines that came are drawn with it.
      setTimeout(() => setShift(false), SHIFT_MS);
    });
  };

  const toEnd = (): void => list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
  const lastOwn = lines.findLast((line) => line.kind === 'message' && line.mine)?.key ?? '';
  return (
    <div css={paneCss} ref={pane}>
      <VList ref={list} css={listCss} shift={shift} onScroll={onScroll} onResize={followEnd} role="log" aria-live="off" aria-label="Messages" tabIndex={0}>
        {lines.map((line) => (
          <Line key={line.key} line={line} lastOwn={lastOwn} sought={sought?.seq ?? null} drawState={drawState} row={row} />
        ))}
      </VList>
      {!atEnd && (far || behind > 0) && (
        <div css={newCss}>
          {behind > 0 ? (
            <Button onClick={toEnd}>{behind === 1 ? '1 new message' : `${behind} new messages`}</Button>
          ) : (
            <IconButton label="To the latest message" onClick={toEnd}>
              <ArrowDown size={20} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}

function Line({ line, lastOwn, sought, drawState, row }: Pick<Props, 'drawState' | 'row'> & { line: ThreadLine; lastOwn: string; sought: number | null }) {
  if (line.kind === 'day') return <p css={ruleCss}>{line.day}</p>;
  if (line.kind === 'unread') return <p css={[ruleCss, unreadCss]}>{line.count === 1 ? '1 unread message' : `${line.count} unread messages`}</p>;
  if (line.kind === 'state') return <p css={ruleCss}>{drawState(line)}</p>;
  return (
    <MessageRow
      {...row}
      line={line}
      expanded={row.expanded === line.key}
      isLastOwn={line.key === lastOwn}
      isSought={line.seq !== null && line.seq === sought}
    />
  );
}
