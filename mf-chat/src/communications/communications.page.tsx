import { css } from '@emotion/react';
import { listCommunicationExports } from '@vimarsh/shared/contract/communications/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { HOME_WHEN_SIGNED_IN, HOW_TO_CHECK } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { StaffTabs } from '../cases/staff-tabs.tsx';
import { holdWords, isRunning, targetIn, waitingWords } from './communications.view.ts';
import { ExportCard } from './export-card.tsx';
import { HoldCard } from './hold-card.tsx';

const NewExport = part({ what: 'The form', load: () => import('./new-export.panel.tsx').then(({ NewExport }) => NewExport) });
const NewHold = part({ what: 'The form', load: () => import('./new-hold.panel.tsx').then(({ NewHold }) => NewHold) });

const EVERY_MS = 60_000;
const WHILE_RUNNING_MS = 5_000;

const answerCss = css`
  font-size: var(--t-20);
  font-weight: 600;
  line-height: 1.3;
  & > span {
    display: block;
  }
`;
const deskCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: var(--s-24);
  @media (min-width: 1080px) {
    grid-template-columns: minmax(0, 1fr) 340px;
  }
`;
const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
`;
const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: var(--s-12);
  & > ul,
  & > div {
    width: 100%;
  }
  & h2 {
    font-size: var(--t-16);
  }
  & > p {
    max-width: 43em;
    color: var(--ink-2);
  }
`;
const cardCss = css`
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & ol {
    display: grid;
    gap: var(--s-8);
    padding-left: 1.6em;
    list-style: decimal;
    color: var(--ink-2);
  }
  & code {
    font-family: var(--mono);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
`;
const staleCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

/** Exports of what was said, and what is held beyond its time. Only admins get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  return (
    <Screen title="Communications">
      {may(callerOf(session), 'communications.export') ? (
        <Desk me={session.user?.id ?? ''} />
      ) : (
        <EmptyState
          title="Only admins export communications."
          text="You find your own chats, and a record of each, where they stand."
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
  const room = targetIn(query.get('room') ?? '');
  const [open, setOpen] = useState<'' | 'export' | 'hold'>(room ? 'export' : '');
  const [running, setRunning] = useState(false);
  const { data, error, stale, asOf, refetch } = useQuery(listCommunicationExports, undefined, {
    fresh: 0,
    every: running ? WHILE_RUNNING_MS : EVERY_MS,
    shown: true,
  });
  const now = Date.now();
  const isAnyRunning = data?.exports.some((one) => isRunning(one, now)) ?? false;
  if (isAnyRunning !== running) setRunning(isAnyRunning);
  if (!data)
    return (
      <>
        <StaffTabs value="communications" />
        {error ? <ErrorState what="the exports" onRetry={refetch} error={error} /> : <SkeletonRows rows={4} height={140} screen />}
      </>
    );
  const nameOf = (id: string): string => data.people?.find(({ user_id }) => user_id === id)?.name ?? id;
  const standing = data.holds.filter(({ lifted_at }) => lifted_at === null);
  const lifted = data.holds.filter(({ lifted_at }) => lifted_at !== null);
  return (
    <>
      <StaffTabs value="communications" />
      {stale && asOf && (
        <p css={staleCss}>
          <StaleBadge asOf={asOf} />
          <Button onClick={refetch}>Retry</Button>
        </p>
      )}
      <p css={answerCss} role="status">
        <span>{waitingWords(data.exports)}</span> <span>{holdWords(data.holds)}</span>
      </p>
      <div css={deskCss}>
        <div css={stackCss}>
          <section css={sectionCss}>
            <h2>Exports</h2>
            {open === 'export' ? (
              <div css={cardCss}>
                <NewExport room={room} onClose={() => setOpen('')} />
              </div>
            ) : (
              <Button kind="primary" onClick={() => setOpen('export')}>
                Ask for an export
              </Button>
            )}
            {data.exports.length > 0 ? (
              <ul css={listCss} aria-label="Exports">
                {data.exports.map((one) => (
                  <ExportCard key={one.id} about={one} me={me} nameOf={nameOf} now={now} />
                ))}
              </ul>
            ) : (
              <p>Nobody has asked for one yet. An export has everything that a person, a chat or a period wrote and was written.</p>
            )}
          </section>
          <section css={sectionCss}>
            <h2>Holds</h2>
            <p>
              What was said in chats, posts and comments is kept for five years from the end of the conversation, and then deleted. A hold keeps everything of a
              person, or one chat, until another admin lifts it.
            </p>
            {open === 'hold' ? (
              <div css={cardCss}>
                <NewHold onClose={() => setOpen('')} />
              </div>
            ) : (
              <Button onClick={() => setOpen('hold')}>Set a hold</Button>
            )}
            {standing.length > 0 && (
              <ul css={listCss} aria-label="Holds that stand">
                {standing.map((hold) => (
                  <HoldCard key={hold.id} hold={hold} me={me} nameOf={nameOf} />
                ))}
              </ul>
            )}
            {lifted.length > 0 && (
              <ul css={listCss} aria-label="Lifted holds">
                {lifted.map((hold) => (
                  <HoldCard key={hold.id} hold={hold} me={me} nameOf={nameOf} />
                ))}
              </ul>
            )}
          </section>
        </div>
        <section css={[sectionCss, cardCss]}>
          <h2>How a file is checked</h2>
          <ol>
            <li>One admin asks for an export with a reason, another approves it. The file is given to who asked, for a week.</li>
            <li>It is a zip with the entries as JSON, mails as EML and pages as PDF. Every entry has the hash of the one before it.</li>
            <li>A manifest has the SHA-256 of each file, and the ledger’s key has signed it.</li>
            <li>
              <span>Anyone can check the zip without us:</span> <code translate="no">npx @vimarsh/verify</code>
            </li>
          </ol>
          <Link to={HOW_TO_CHECK}>The ledger’s public key</Link>
        </section>
      </div>
    </>
  );
}
