import { css, type SerializedStyles } from '@emotion/react';
import { MOST_ITEMS, MOST_LISTS, type Segment, type WatchItem, type Watchlist, type Watchlists } from '@vimarsh/shared/contract/watchlists/types.ts';
import { putBack } from '@vimarsh/shared/domain/watchlists/rules.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { LongWait } from '@vimarsh/shared/ui/page/long-wait.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, useId, useState } from 'react';
import { OrderedRows } from './ordered-rows.tsx';
import { useItems } from './use-items.ts';

const panelCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
`;
/** One line: the list begins on a phone’s first screen. */
const headCss = css`
  display: flex;
  align-items: end;
  gap: var(--s-8);
  margin-top: var(--s-16);
  & > [data-add] {
    flex: 1;
    min-width: 0;
  }
`;
const toolsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const undoCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8);
  min-height: 44px;
  color: var(--ink-2);
`;

export interface Rows {
  /** Null while it is not known how high a row is. */
  readonly row: ((item: WatchItem) => ReactNode) | null;
  /** Without a place of its own: what the rows wait for. */
  readonly beside?: ReactNode;
}

export interface ListView {
  /** What a row is called in words. */
  readonly nameOf: (item: WatchItem) => string;
  readonly columns: SerializedStyles;
  readonly heads: readonly string[];
  /** Rows with their figures; called once for the whole list, so that one request fills it. */
  readonly useRows: (list: Watchlist) => Rows;
  /** The control that adds, given what to do with the chosen. */
  readonly add: (onAdd: (item: WatchItem) => void) => ReactNode;
  /** Under the rows: what is archived. */
  readonly archive: (list: Watchlist, onForget: (() => void) | undefined) => ReactNode;
  readonly nothing: { readonly title: string; readonly text: string };
}

interface Props {
  readonly segment: Segment;
  readonly list: Watchlist;
  readonly room: Watchlists['room'];
  readonly view: ListView;
  /** What can be done with the list as a whole, beside what adds to it. */
  readonly tools: ReactNode;
  readonly onKept: (list: Watchlist) => void;
  readonly onRefused: () => void;
}

/** One list: what may be added (a lock names plans only where one gives more), its rows in order, and the way back after a removal. */
export function ListPanel({ segment, list, room, view, tools, onKept, onRefused }: Props) {
  const { notify } = useSessionApi();
  const { items, waiting, again, set } = useItems(list, {
    onKept,
    onRefused: () => {
      // What was not removed can't be put back.
      setRemoved(null);
      onRefused();
    },
  });
  const [removed, setRemoved] = useState<{ item: WatchItem; at: number } | null>(null);
  const [asked, setAsked] = useState<WatchItem | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const toolsId = useId();
  const { row, beside } = view.useRows(list);
  const full = items.length >= room.items;

  const add = (item: WatchItem) => {
    setRemoved(null);
    if (items.some(({ code }) => code === item.code))
      return notify({ kind: 'info', title: `${view.nameOf(item)} is in this list already.`, text: '', ms: 3000 });
    set([...items, item]);
  };
  const take = (item: WatchItem) => {
    const at = items.findIndex(({ code }) => code === item.code);
    set(items.filter(({ code }) => code !== item.code));
    setRemoved({ item, at });
  };
  return (
    <div css={panelCss}>
      <div css={headCss}>
        <div data-add="">
          {list.locked ? (
            <LockedCard text={lockedText(room)} action={room.lists < MOST_LISTS && <PlansLink />} />
          ) : full ? (
            <LockedCard text={fullText(items.length, room)} action={room.items < MOST_ITEMS && <PlansLink />} />
          ) : (
            view.add(add)
          )}
        </div>
        <IconButton label="What you can do with this list" aria-expanded={unfolded} aria-controls={toolsId} onClick={() => setUnfolded(!unfolded)}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {unfolded && (
        <div css={toolsCss} id={toolsId}>
          {tools}
        </div>
      )}
      {removed ? (
        <p css={undoCss} role="status">
          {`${view.nameOf(removed.item)} was removed.`}
          <Button
            onClick={() => {
              set(putBack(items, removed.item, removed.at));
              setRemoved(null);
            }}
          >
            Undo
          </Button>
        </p>
      ) : null}
      {again ? (
        <p css={undoCss} role="alert">
          We don’t know whether your last change was saved. You see the list as it was before.
          <Button onClick={again}>Try again</Button>
        </p>
      ) : null}
      {waiting ? <LongWait text="Still waiting for an answer. Until it comes, this list is kept as it was before; nothing of that is lost." /> : null}
      {items.length > 0 && row === null ? (
        <SkeletonHost label="Loading the list" screen>
          <SkeletonRows rows={items.length} height={56} screen />
        </SkeletonHost>
      ) : items.length > 0 && row ? (
        <OrderedRows
          label={list.name}
          items={items}
          nameOf={view.nameOf}
          columns={view.columns}
          heads={view.heads}
          onOrder={list.locked ? undefined : set}
          // Over its size a list takes nothing back, so it is asked first.
          onRemove={items.length > room.items ? setAsked : take}
        >
          {row}
        </OrderedRows>
      ) : (
        <EmptyState {...view.nothing} />
      )}
      {beside}
      {view.archive(list, list.locked || segment === 'equity' ? undefined : () => set(items, 'drop'))}
      {asked ? (
        <SureDialog
          open
          title={`Remove ${view.nameOf(asked)}?`}
          text="This list holds more than you can keep, so what is removed can’t be put back."
          action="Remove"
          onKeep={() => setAsked(null)}
          onSure={() => {
            setAsked(null);
            set(items.filter(({ code }) => code !== asked.code));
          }}
        />
      ) : null}
    </div>
  );
}

const STAYS = 'It can be read, saved as a file and deleted; delete another one to change it.';
const lockedText = ({ lists }: Watchlists['room']): string =>
  lists === 0
    ? 'This list can only be read now. Nothing of it is lost: you can save it as a file or delete it.'
    : `${lists === 1 ? 'You can change 1 list, and this is one more.' : `You can change ${lists} lists, and this is one more.`} ${STAYS}`;

const fullText = (n: number, { items }: Watchlists['room']): string =>
  n > items ? `This list holds ${n}, and you can keep ${items} in each. You can order and remove, not add.` : `This list is full: ${n} of ${items}.`;
