import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { listCorrections } from '@vimarsh/shared/contract/corrections/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callAddress, HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { type FormEvent, useMemo, useState } from 'react';
import { lateActionText, notJudgeableText } from '../call/drawer/not-judgeable.ts';
import { CallRow } from '../equity/list/call-row.tsx';
import { CallRows } from '../equity/list/call-rows.tsx';
import { CorrectionDialog, SettlingDialog } from './correction.dialog.tsx';
import { idIn } from './correction.view.ts';
import { CorrectionCard } from './correction-card.tsx';

/** What waits, and beside it on the desk how a correction is made and the way to any other call. */
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
const answerCss = css`
  font-size: var(--t-20);
  font-weight: 600;
  line-height: 1.3;
  & > span {
    display: block;
  }
`;
const listCss = css`
  display: grid;
  gap: var(--s-12);
  padding: 0;
  list-style: none;
`;
const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & h2 {
    font-size: var(--t-16);
  }
  & > p,
  & li > p {
    max-width: 43em;
    color: var(--ink-2);
  }
`;
const cardCss = css`
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
`;
const stepsCss = css`
  display: grid;
  gap: var(--s-8);
  padding-left: 1.4em;
  color: var(--ink-2);
`;
const waitingCss = css`
  display: grid;
  gap: var(--s-8) var(--s-16);
  padding: var(--s-12) 0;
  border-bottom: 1px solid var(--line);
  & > button {
    justify-self: start;
  }
  &:last-of-type {
    padding-bottom: 0;
    border-bottom: 0;
  }
`;
const openCss = css`
  display: grid;
  gap: var(--s-8);
  & > button {
    justify-self: start;
  }
`;

const staleCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;

/** Calls that a wrong feed or file got wrong, corrected by two admins. Only admins get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  return (
    <Screen title="Corrections">
      {may(callerOf(session), 'record.correct') ? (
        <Desk />
      ) : (
        <EmptyState
          title="Only admins correct calls."
          text="Every correction is shown in the call’s timeline."
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

function Desk() {
  const { data, error, stale, asOf, refetch } = useQuery(listCorrections, undefined, { fresh: 0, every: 60_000, shown: true });
  const [open, setOpen] = useState('');
  const [settling, setSettling] = useState('');
  const now = useMemo(() => new Date().toISOString(), []);
  if (!data) return error ? <ErrorState what="the corrections" onRetry={refetch} error={error} /> : <SkeletonRows rows={4} height={120} screen />;
  const options = data.waiting_options ?? [];
  const late = data.late_calls ?? [];
  const lateOptions = data.late_options ?? [];
  const doubts = data.waiting_calls.length + options.length + late.length + lateOptions.length;
  const waiting = data.corrections.filter(({ state }) => state === 'waiting');
  const decided = data.corrections.filter(({ state }) => state !== 'waiting');
  return (
    <>
      {stale && asOf && (
        <p css={staleCss}>
          <StaleBadge asOf={asOf} />
          <Button onClick={refetch}>Retry</Button>
        </p>
      )}
      <p css={answerCss} role="status">
        <span>{proposedWords(waiting.length)}</span>
        <span>{doubtWords(doubts)}</span>
      </p>
      <div css={deskCss}>
        <div css={stackCss}>
          {waiting.length > 0 && (
            <section css={sectionCss}>
              <h2>Proposed</h2>
              <p>Whoever proposed a correction can’t approve it.</p>
              <ul css={listCss} aria-label="Corrections that wait">
                {waiting.map((correction) => (
                  <CorrectionCard key={correction.id} correction={correction} />
                ))}
              </ul>
            </section>
          )}
          {data.waiting_calls.length + options.length > 0 && (
            <section css={sectionCss}>
              <h2>Calls that prices can’t judge</h2>
              {data.waiting_calls.length > 0 && (
                <CallRows label="Calls that prices can’t judge" settled={false} action="96px">
                  {data.waiting_calls.map((call) => (
                    <CallRow
                      key={call.id}
                      call={call}
                      to={callAddress(call.id, true)}
                      now={now}
                      action={
                        <Button onClick={() => setOpen(call.id)} aria-label={`Correct the call on ${call.stock} by ${call.expert.full_name}`}>
                          Correct
                        </Button>
                      }
                    />
                  ))}
                </CallRows>
              )}
              {options.length > 0 && (
                <ul css={[listCss, cardCss]} aria-label="Option calls that prices can’t judge">
                  {options.map((call) => (
                    <OptionInDoubt key={call.id} call={call} onSettle={() => setSettling(call.id)} />
                  ))}
                </ul>
              )}
            </section>
          )}
          {late.length + lateOptions.length > 0 && (
            <section css={sectionCss}>
              <h2>Calls that ended before an action was known</h2>
              <p>A list names a corporate action of a day on which prices had already ended the call by its old levels. Correct each end, or let it stand.</p>
              <ul css={[listCss, cardCss]} aria-label="Calls that ended before an action was known">
                {late.map((call) => (
                  <LateCall key={call.id} call={call} onCorrect={() => setOpen(call.id)} />
                ))}
                {lateOptions.map((call) => (
                  <OptionInDoubt key={call.id} call={call} onSettle={() => setSettling(call.id)} />
                ))}
              </ul>
            </section>
          )}
          {decided.length > 0 && (
            <section css={sectionCss}>
              <h2>Decided lately</h2>
              <ul css={listCss} aria-label="Corrections decided lately">
                {decided.map((correction) => (
                  <CorrectionCard key={correction.id} correction={correction} />
                ))}
              </ul>
            </section>
          )}
          {data.corrections.length + doubts === 0 && (
            <section css={[sectionCss, cardCss]}>
              <h2>Nothing to decide</h2>
              <p>A call stands here when a day’s prices are missing or can’t be right, and when a corporate action becomes known after the call ended.</p>
              <Link css={buttonCss('quiet')} to={HOME_WHEN_SIGNED_IN}>
                See experts’ calls
              </Link>
            </section>
          )}
        </div>
        <div css={stackCss}>
          <AnotherCall onOpen={setOpen} />
          <section css={[sectionCss, cardCss]}>
            <h2>How a correction is made</h2>
            <ol css={stepsCss}>
              <li>One admin proposes it, with the reason and what shows it.</li>
              <li>Another admin approves or refuses it.</li>
              <li>Both numbers stay in the record, for everybody who sees the call.</li>
            </ol>
          </section>
        </div>
      </div>
      <DisclosureStrip />
      {open && <CorrectionDialog id={open} onClose={() => setOpen('')} />}
      {settling && <SettlingDialog id={settling} onClose={() => setSettling('')} />}
    </>
  );
}

function proposedWords(n: number): string {
  if (n === 0) return 'No correction waits for a second admin.';
  return n === 1 ? '1 correction waits for a second admin.' : `${formatNumber(n)} corrections wait for a second admin.`;
}

function doubtWords(n: number): string {
  if (n === 0) return 'Every call can be judged.';
  return n === 1 ? '1 call waits for a decision.' : `${formatNumber(n)} calls wait for a decision.`;
}

/** An option call that waits, or whose end an action puts in question, with the reason. */
function OptionInDoubt({ call, onSettle }: { call: OptionCall; onSettle: () => void }) {
  const { id, strategy, underlying, expert, not_judgeable, late_action } = call;
  return (
    <li css={waitingCss}>
      <span>
        <Link to={optionCallAddress(id)}>
          {STRATEGY_LABEL[strategy]} · {underlying}
        </Link>{' '}
        <span translate="no">{expert.full_name}</span>
      </span>
      {not_judgeable && <p>{notJudgeableText(not_judgeable)}</p>}
      {late_action && <p>{lateActionText(late_action)}</p>}
      <Button onClick={onSettle} aria-label={`Correct the call on ${underlying} by ${expert.full_name}`}>
        Correct
      </Button>
    </li>
  );
}

/** An ended call, and the action that puts its end in question. */
function LateCall({ call, onCorrect }: { call: Call; onCorrect: () => void }) {
  const { id, stock, call_type, expert, late_action } = call;
  return (
    <li css={waitingCss}>
      <span>
        <Link to={callAddress(id, true)}>
          {stock} · {call_type} call
        </Link>{' '}
        <span translate="no">{expert.full_name}</span>
      </span>
      {late_action && <p>{lateActionText(late_action)}</p>}
      <Button onClick={onCorrect} aria-label={`Correct the call on ${stock} by ${expert.full_name}`}>
        Correct
      </Button>
    </li>
  );
}

/** Any other call, by what its drawer has in the address bar. */
function AnotherCall({ onOpen }: { onOpen: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = idIn(typed);
    setProblem(id === '' ? 'This is neither a call’s address nor its id.' : '');
    if (id !== '') onOpen(id);
  };
  return (
    <section css={[sectionCss, cardCss]}>
      <h2>Another call</h2>
      <form css={openCss} onSubmit={submit} noValidate>
        <TextField label="Address or id of the call" value={typed} error={problem} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit">Open</Button>
      </form>
    </section>
  );
}
