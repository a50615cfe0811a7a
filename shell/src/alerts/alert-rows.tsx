import { css } from '@emotion/react';
import { pauseAlert, removeAlert } from '@vimarsh/shared/contract/alerts/routes.ts';
import { type Alert, type AlertList, MOST_A_DAY } from '@vimarsh/shared/contract/alerts/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { alertWords } from '@vimarsh/shared/domain/alerts/words.ts';
import { stepText } from '@vimarsh/shared/domain/calls/step-words.ts';
import { formatDay, formatInr, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { LongWait } from '@vimarsh/shared/ui/page/long-wait.tsx';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Trash from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';

const listCss = css`
  margin: 0;
  padding: 0;
  list-style: none;
  outline: none;
  & > li {
    display: flex;
    align-items: flex-start;
    gap: var(--s-4);
    padding: var(--s-8) 0;
    border-bottom: 1px solid var(--line);
  }
  & > li[aria-busy='true'] button {
    cursor: progress;
    opacity: 0.5;
  }
`;
const wordsCss = css`
  flex: 1;
  display: grid;
  gap: 2px;
  min-width: 0;
  & > b {
    font-weight: 600;
  }
  & > span {
    overflow-wrap: anywhere;
  }
  & > small {
    color: var(--ink-2);
    font-size: var(--t-12);
  }
`;

const LAPSED = 'Paused: alerts on RSI and open interest are part of Pro, which you don’t have now. With it this one goes on.';

/** Where an alert stands, in a sentence. `namesPlans`: whether its reader is ever told of a plan. */
export function standing(
  { state, fired_at, fires, coming_back, repeats, held, level_now, not_in_plan, no_trade_since, untraded_because, not_judgeable }: Alert,
  namesPlans: boolean,
): string {
  if (not_in_plan) return namesPlans ? LAPSED : `Paused: RSI and open interest are not part of your access.`;
  const when = fired_at ? `fired ${formatIst(fired_at)}${fires > 1 ? `, ${fires} times in all` : ''}` : '';
  const untold = held ? ` Not told: ${MOST_A_DAY} alerts had fired that day.` : '';
  const level = level_now === null ? '' : ` On today’s shares that is ${formatInr(level_now)}.`;
  const first = {
    on: coming_back ? `It ${when} and waits for it to come back.` : fired_at ? `On. It ${when}.` : `On, ${repeats ? 'each time' : 'once'}.`,
    paused: fired_at ? `Paused. It ${when}.` : 'Paused.',
    done: `Done: it ${when}.`,
    ended: overText(untraded_because, no_trade_since),
  }[state];
  const still = no_trade_since && state !== 'ended' ? stillText(untraded_because, formatDay(no_trade_since)) : '';
  const step = not_judgeable ? ` ${stepText(not_judgeable)} The alert waits for that.` : '';
  return first + still + step + untold + level;
}

function overText(because: Alert['untraded_because'], since: Alert['no_trade_since']): string {
  if (because === 'delisted' && since) return `Over: the exchange no longer lists the stock, and no trade is on file since ${formatDay(since)}.`;
  if (because === 'merged' && since) return `Over: the company has merged into another, and no trade is on file since ${formatDay(since)}.`;
  return 'Over: the contract has expired.';
}

const stillText = (because: Alert['untraded_because'], since: string): string =>
  because === 'suspended'
    ? ` It can’t fire at present: trading is suspended, and no trade is on file since ${since}.`
    : ` It can’t fire at present: no trade is on file since ${since}.`;

interface Props {
  readonly alerts: readonly Alert[];
  readonly onChanged: (list: AlertList) => void;
  /** A change was refused, or its answer was lost. */
  readonly onFailed: () => void;
}

/** A person's alerts, each with what it waits for, where it stands, and what can be done with it. */
export function AlertRows({ alerts, onChanged, onFailed }: Props) {
  const session = useSessionApi();
  const namesPlans = may(callerOf(useSession()), 'money.see-plans');
  const [busy, setBusy] = useState('');
  const list = useRef<HTMLUListElement>(null);

  async function change(id: string, ask: () => ReturnType<typeof session.request<typeof pauseAlert>>, focusList: boolean) {
    if (busy) return;
    setBusy(id);
    const { data } = await ask();
    setBusy('');
    if (!data) return onFailed();
    onChanged(data);
    // The pressed button is gone.
    if (focusList) list.current?.focus();
  }

  return (
    <ul ref={list} css={listCss} aria-label="Alerts" tabIndex={-1}>
      {alerts.map((alert) => {
        const { id, condition, points, expert, state, not_in_plan } = alert;
        const { about, waits } = alertWords(condition, { points, expert: expert?.full_name ?? '' });
        const name = `${about}, ${waits}`;
        return (
          <li key={id} aria-busy={busy === id || undefined}>
            <span css={wordsCss}>
              <b>{about}</b>
              <span>{waits}</span>
              <small>{standing(alert, namesPlans)}</small>
              {busy === id && (
                <small>
                  <LongWait />
                </small>
              )}
            </span>
            {state !== 'ended' && !not_in_plan && (
              <IconButton
                label={state === 'on' ? `Pause: ${name}` : `Go on: ${name}`}
                onClick={() => void change(id, () => session.request(pauseAlert, { body: { id, on: state !== 'on' } }), false)}
              >
                {state === 'on' ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
              </IconButton>
            )}
            <IconButton label={`Remove: ${name}`} onClick={() => void change(id, () => session.request(removeAlert, { body: { id } }), true)}>
              <Trash size={18} aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
