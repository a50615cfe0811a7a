import { css } from '@emotion/react';
import { createWatchlist, deleteWatchlist, renameWatchlist } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { Segment, Watchlist, Watchlists } from '@vimarsh/shared/contract/watchlists/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useState } from 'react';
import { fileName, listCsv } from './export-csv.ts';
import { ListPanel, type ListView } from './list-panel.tsx';
import { NameDialog } from './name.dialog.tsx';
import { useWatchlists } from './use-watchlists.ts';

const ImportDialog = part({ what: 'The file', load: () => import('./import.dialog.tsx').then((file) => file.ImportDialog) });

const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const PANEL = 'watchlist';

export interface ScreenProps {
  readonly segment: Segment;
  readonly title: string;
  /** This screen's own address, without a list. */
  readonly place: string;
  readonly view: ListView;
}

/** The caller's lists of one segment, each a tab. Which one is open stands in the address. */
export function WatchlistScreen({ segment, title, place, view }: ScreenProps) {
  const { request } = useSessionApi();
  const { query } = usePath();
  const { data, error, asOf, refetch, lists, keep, drop } = useWatchlists(segment);
  const [asking, setAsking] = useState<'new' | 'name' | 'delete' | 'file' | null>(null);
  const list = lists.find(({ id }) => id === query.get('list')) ?? lists[0];
  const open = (id: string) => navigate(`${place}?list=${encodeURIComponent(id)}`, { replace: true });

  const make = async (name: string, items: readonly string[] = []) => {
    const answer = await request(createWatchlist, { body: { segment, name, items: [...items] } }, { quiet: true });
    if (answer.data) {
      keep(answer.data);
      open(answer.data.id);
    }
    // An answer that was lost, or that says there is such a list already, may tell of one that is not on the screen.
    refetch();
    return answer;
  };
  const rename = async ({ id, version }: Watchlist, name: string) => {
    const answer = await request(renameWatchlist, { params: { id }, body: { name, version } }, { quiet: true });
    if (answer.data) keep(answer.data);
    else if (answer.code === 'WATCHLIST_CHANGED') refetch();
    return answer;
  };
  const remove = async ({ id, version }: Watchlist) => {
    const { data: gone } = await request(deleteWatchlist, { params: { id }, body: { version } });
    if (gone) {
      drop(id);
      navigate(place, { replace: true });
    }
    refetch();
  };
  const close = () => setAsking(null);
  const mayMake = data !== undefined && lists.length < data.room.lists;
  const tools = (list: Watchlist) => (
    <>
      {mayMake ? <Button onClick={() => setAsking('new')}>New list</Button> : null}
      {list.locked ? null : <Button onClick={() => setAsking('name')}>Rename</Button>}
      {list.locked ? null : <Button onClick={() => setAsking('file')}>Add a CSV file</Button>}
      <Button
        disabled={list.items.length + list.archived.length === 0}
        onClick={() => saveFile(fileName(list.name), listCsv(segment, list), 'text/csv;charset=utf-8')}
      >
        Save as CSV
      </Button>
      <Button onClick={() => setAsking('delete')}>Delete list</Button>
    </>
  );

  return (
    <Frame title={title} actions={error && asOf ? <StaleBadge asOf={asOf} /> : undefined}>
      {data ? (
        <>
          {list ? (
            <div>
              <Tabs
                label="Your lists"
                items={lists.map(({ id, name, items }) => ({ value: id, label: name, count: items.length }))}
                value={list.id}
                onChange={open}
                panelId={PANEL}
              />
              <TabPanel id={PANEL} value={list.id}>
                <ListPanel key={list.id} segment={segment} list={list} room={data.room} view={view} tools={tools(list)} onKept={keep} onRefused={refetch} />
              </TabPanel>
            </div>
          ) : data.room.lists === 0 ? (
            <LockedOptions />
          ) : (
            <Nothing starter={data.starter} view={view} onMake={make} onNew={() => setAsking('new')} />
          )}
          {asking === 'new' ? <NameDialog title="New list" action="Make list" onClose={close} onName={(name) => make(name)} /> : null}
          {asking === 'name' && list ? (
            <NameDialog title="Rename the list" action="Rename" name={list.name} onClose={close} onName={(name) => rename(list, name)} />
          ) : null}
          {asking === 'delete' && list ? (
            <SureDialog
              open
              title={`Delete ${list.name}?`}
              text="The list and its order are gone then. Save it as a file first if you may want it back."
              action="Delete list"
              onKeep={close}
              onSure={() => {
                close();
                void remove(list);
              }}
            />
          ) : null}
          {asking === 'file' && list ? (
            <ImportDialog
              segment={segment}
              list={list}
              onClose={close}
              onChanged={refetch}
              onAdded={(after) => {
                keep(after);
                close();
              }}
            />
          ) : null}
        </>
      ) : error ? (
        <ErrorState what="your lists" onRetry={refetch} error={error} />
      ) : (
        <SkeletonHost label="Loading your lists" screen>
          <SkeletonRows rows={8} height={53} />
        </SkeletonHost>
      )}
      <DisclosureStrip />
    </Frame>
  );
}

const exampleCss = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--s-4) var(--s-16);
  padding: var(--s-12) var(--s-16);
  border: 1px dashed var(--line-strong);
  border-radius: var(--r-10);
  color: var(--ink-3);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`;

/** What such a list is, and the plan that has it; where plans are not sold, that it is not part of the access. */
function LockedOptions() {
  const sold = may(callerOf(useSession()), 'money.see-plans');
  if (!sold) return <LockedCard text="Lists of option contracts are not part of your access." />;
  return (
    <>
      <LockedCard
        text="Follow single option contracts, in Pro"
        action={
          <Link to={PLANS} css={buttonCss('primary')}>
            See Pro
          </Link>
        }
      />
      <p css={exampleCss}>
        <span>
          Example: <span translate="no">NIFTY 24,500 CE</span>
        </span>{' '}
        <span>₹220.00 +4.50%</span>
      </p>
    </>
  );
}

interface NothingProps {
  readonly starter: Watchlists['starter'];
  readonly view: ListView;
  readonly onMake: (name: string, items: readonly string[]) => Promise<unknown>;
  readonly onNew: () => void;
}

/** The first time: a list to begin with, or an empty one. */
function Nothing({ starter, view, onMake, onNew }: NothingProps) {
  const [busy, setBusy] = useState(false);
  const begin = async ({ name, items }: NonNullable<NothingProps['starter']>) => {
    setBusy(true);
    await onMake(
      name,
      items.map(({ code }) => code),
    );
    setBusy(false);
  };
  return (
    <EmptyState
      title="You have no list yet"
      text={
        starter
          ? `Begin with the ${starter.items.length} largest companies, and change what you like: ${starter.items.map(view.nameOf).join(', ')}.`
          : view.nothing.text
      }
      action={
        <div css={actionsCss}>
          {starter ? (
            <Button kind="primary" busy={busy} onClick={() => void begin(starter)}>
              Begin with these
            </Button>
          ) : null}
          <Button kind={starter ? 'quiet' : 'primary'} onClick={onNew}>
            Make an empty list
          </Button>
        </div>
      }
    />
  );
}
