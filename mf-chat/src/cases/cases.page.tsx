import { css } from '@emotion/react';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { CASES, caseAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { fadingRowCss, useFadingRow } from '@vimarsh/shared/ui/page/fading-row.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import { useState } from 'react';
import { CASE_TABS, type CaseTab, dueWords, isOverdue, personOf, reportsWords, type StaffCase, titleOf } from './case.view.ts';
import { StaffTabs } from './staff-tabs.tsx';
import { type CaseFilter, HOLDERS, type Holder, QUEUES, type Queue, useCases } from './use-cases.ts';

const CasePanel = part({
  what: 'The case',
  load: () => import('./case.panel.tsx').then(({ CasePanel }) => CasePanel),
  placeholder: <SkeletonRows rows={3} height={120} />,
});

/** Widths at which an open case has the screen to itself. */
const ALONE = '@media (max-width: 1079.98px)';

const answerCss = css`
  font-size: var(--t-20);
  font-weight: 600;
  line-height: 1.3;
  ${ALONE} {
    &[data-open] {
      display: none;
    }
  }
`;
const filterCss = css`
  display: flex;
  gap: var(--s-8);
  padding: var(--s-12) 0;
  ${ALONE} {
    &[data-open] {
      display: none;
    }
  }
`;
const deskCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--s-24);
  @media (min-width: 1080px) {
    grid-template-columns: minmax(0, 400px) minmax(0, 1fr);
  }
  ${ALONE} {
    &[data-open] > :first-child {
      display: none;
    }
  }
`;
const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
`;
const listCss = css`
  margin: 0;
  padding: 0;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  list-style: none;
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;
const rowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-4);
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid transparent;
  color: var(--ink);
  text-decoration: none;
  &:hover {
    background: var(--canvas);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current] {
    border-left-color: var(--accent);
    background: var(--canvas);
  }
  & > b {
    font-weight: 600;
  }
`;
const lineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
`;
const staleCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

const TABS: readonly { readonly value: CaseTab; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'upheld', label: 'Upheld' },
  { value: 'dismissed', label: 'Dismissed' },
];
const QUEUE_WORDS: Readonly<Record<Exclude<Queue, 'all'>, string>> = {
  chats: 'Chats',
  report: 'Reported posts',
  review: 'Approvals',
  appeal: 'Appeals',
};
const HOLDER_WORDS: Readonly<Record<Exclude<Holder, 'all'>, string>> = { me: 'Mine', nobody: 'Nobody’s' };

const oneOf = <V extends string>(values: readonly V[], word: string | null): V => values.find((value) => value === word) ?? values[0]!;
const addressOf = ({ tab, queue, holder }: CaseFilter, id = ''): string =>
  caseAddress(id, { ...(tab !== 'open' && { state: tab }), ...(queue !== 'all' && { queue }), ...(holder !== 'all' && { assigned: holder }) });

/** Cases of moderation about posts, comments and chats. Only moderators get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  const caller = callerOf(session);
  return (
    <Screen title="Cases">
      {may(caller, 'chat.moderate') && may(caller, 'buzz.moderate') ? (
        <Desk me={session.user?.id ?? ''} />
      ) : (
        <EmptyState
          title="Only moderators read cases."
          text="You can report a post, a comment or a chat where it stands."
          action={
            <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
              See experts’ calls
            </Link>
          }
        />
      )}
    </Screen>
  );
}

function Desk({ me }: { me: string }) {
  const { query } = usePath();
  const filter: CaseFilter = {
    tab: oneOf(CASE_TABS, query.get('state')),
    queue: oneOf(QUEUES, query.get('queue')),
    holder: oneOf(HOLDERS, query.get('assigned')),
  };
  const id = query.get('case') ?? '';
  const go = (change: Partial<CaseFilter>): void => navigate(addressOf({ ...filter, ...change }), { replace: true });
  const { props: row } = useFadingRow<HTMLDivElement>('');
  return (
    <>
      <StaffTabs value="cases" />
      <Tabs label="Cases by their state" panelId="cases" items={TABS} value={filter.tab} onChange={(tab) => go({ tab })} />
      <TabPanel id="cases" value={filter.tab}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways. */}
        <div {...row} data-open={id ? '' : undefined} role="group" aria-label="Filter" css={[fadingRowCss, filterCss]}>
          {QUEUES.filter((queue) => queue !== 'all').map((queue) => (
            <Chip key={queue} pressed={filter.queue === queue} onPress={() => go({ queue: filter.queue === queue ? 'all' : queue })}>
              {QUEUE_WORDS[queue]}
            </Chip>
          ))}
          {HOLDERS.filter((holder) => holder !== 'all').map((holder) => (
            <Chip key={holder} pressed={filter.holder === holder} onPress={() => go({ holder: filter.holder === holder ? 'all' : holder })}>
              {HOLDER_WORDS[holder]}
            </Chip>
          ))}
        </div>
        <Cases key={addressOf(filter)} filter={filter} id={id} me={me} />
      </TabPanel>
    </>
  );
}

function Cases({ filter, id, me }: { filter: CaseFilter; id: string; me: string }) {
  const { items, isLoaded, error, staleSince, refetch, more, busy } = useCases(filter);
  // A decided case leaves the list, and stays where its moderator looks.
  const [changed, setChanged] = useState<ReadonlyMap<string, StaffCase>>(new Map());
  if (!isLoaded) return error ? <ErrorState what="the cases" onRetry={refetch} error={error} /> : <SkeletonRows rows={6} height={72} screen />;
  const now = Date.now();
  const listed = items.map((one) => newerOf(one, changed.get(one.item.id)));
  const open = listed.find(({ item }) => item.id === id) ?? changed.get(id);
  return (
    <div css={stackCss}>
      {staleSince && (
        <p css={staleCss}>
          <StaleBadge asOf={staleSince} />
          <Button onClick={refetch}>Retry</Button>
        </p>
      )}
      {filter.tab === 'open' && (
        <p css={answerCss} role="status" data-open={id ? '' : undefined}>
          <span>{openWords(listed, more !== null)}</span> <span>{overdueWords(listed, now)}</span>
        </p>
      )}
      <div css={deskCss} data-open={id ? '' : undefined}>
        <div css={stackCss}>
          {listed.length === 0 ? (
            <Nothing filter={filter} />
          ) : (
            <ul css={listCss} aria-label="Cases">
              {listed.map((one) => (
                <li key={one.item.id}>
                  <Link css={rowCss} to={addressOf(filter, one.item.id)} aria-current={one.item.id === id ? 'true' : undefined}>
                    <CaseRow about={one} me={me} now={now} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {more && (
            <Button onClick={more} busy={busy}>
              Show more
            </Button>
          )}
        </div>
        {open ? (
          <CasePanel
            key={id}
            about={open}
            me={me}
            back={addressOf(filter)}
            onChange={(next) => setChanged((before) => new Map(before).set(next.item.id, next))}
          />
        ) : id ? (
          <EmptyState
            title="This case is not in this list."
            text="It may have been decided meanwhile."
            action={
              <Link css={buttonCss('quiet')} to={CASES}>
                All open cases
              </Link>
            }
          />
        ) : (
          listed.length > 0 && <HowItGoes />
        )}
      </div>
    </div>
  );
}

/** A case’s history only grows, so of two the longer one is newer. */
const newerOf = (one: StaffCase, other: StaffCase | undefined): StaffCase => (other && other.item.history.length > one.item.history.length ? other : one);

function CaseRow({ about, me, now }: { about: StaffCase; me: string; now: number }) {
  const { assignee, reports } = about.item;
  return (
    <>
      <b>{titleOf(about)}</b>
      <span css={lineCss}>
        <span translate="no">{personOf(about)}</span>
        {reports.length > 0 && <span>{reportsWords(reports.length)}</span>}
        {assignee && (assignee.user_id === me ? <Badge tone="accent">Yours</Badge> : <span translate="no">{assignee.name}</span>)}
      </span>
      <span css={lineCss}>{isOverdue(about, now) ? <Badge tone="warn">{dueWords(about, now)}</Badge> : dueWords(about, now)}</span>
    </>
  );
}

function openWords(items: readonly StaffCase[], isCut: boolean): string {
  const open = items.filter(({ item }) => item.closed_at === null).length;
  if (open === 0) return 'No case is open.';
  if (isCut) return `More than ${open} cases are open.`;
  return open === 1 ? '1 case is open.' : `${open} cases are open.`;
}

function overdueWords(items: readonly StaffCase[], now: number): string {
  const overdue = items.filter((about) => isOverdue(about, now)).length;
  if (overdue === 0) return '';
  return overdue === 1 ? '1 is overdue.' : `${overdue} are overdue.`;
}

function Nothing({ filter: { tab, queue, holder } }: { filter: CaseFilter }) {
  const isWhole = queue === 'all' && holder === 'all';
  const title = tab === 'open' ? 'Nothing to decide' : 'No case here yet';
  return isWhole ? (
    <EmptyState title={title} text="A case begins when a member reports a post, a comment or a chat, and when an author appeals." />
  ) : (
    <EmptyState
      title="No case fits this filter."
      action={
        <Link css={buttonCss('quiet')} to={addressOf({ tab, queue: 'all', holder: 'all' })}>
          Show all of them
        </Link>
      }
    />
  );
}

const cardCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h2 {
    font-size: var(--t-16);
  }
  & ol {
    display: grid;
    gap: var(--s-8);
    padding-left: 1.6em;
    color: var(--ink-2);
    list-style: decimal;
  }
`;

/** Stands beside the list while no case is open; on a phone, below it. */
function HowItGoes() {
  return (
    <section css={cardCss}>
      <h2>How a case is decided</h2>
      <ol>
        <li>A moderator takes the case. It is due 24 hours after it was opened.</li>
        <li>A chat stays closed to everybody but its two members, until whoever took its case opens it. The opening is kept, and both members are told.</li>
        <li>The decision has a reason in words. An appeal goes to another moderator.</li>
      </ol>
    </section>
  );
}
