import { css } from '@emotion/react';
import { decideCorrection, listCorrections } from '@vimarsh/shared/contract/corrections/routes.ts';
import type { Correction } from '@vimarsh/shared/contract/corrections/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callAddress } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { lateActionText } from '../call/drawer/not-judgeable.ts';
import { effectOf } from './correction.view.ts';

const cardCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & p {
    max-width: 43em;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
  & code {
    font-family: var(--mono);
  }
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-12);
`;
const STATES = { waiting: 'Waiting', approved: 'In the record', refused: 'Refused' } as const;

/** What a decision has done. */
function doneWords(approve: boolean, stands: boolean): { title: string; text: string } {
  if (!approve) return { title: 'Refused', text: 'Nothing changed.' };
  return stands ? { title: 'Looked at', text: 'The end stands.' } : { title: 'Corrected', text: 'Both numbers are in the record.' };
}

/** A proposal with both numbers, and its decision for whoever did not make it. */
export function CorrectionCard({ correction }: { correction: Correction }) {
  const { id, stock, call_type, strategy, call_id, corrects, reason, evidence, sha256, mine, proposed_at, state, decided_at, decision, late_action } =
    correction;
  const stands = decision === 'stands';
  const { busy, send } = useRequest(decideCorrection);
  const session = useSessionApi();
  const refresh = useRefresh();
  const decide = async (approve: boolean) => {
    const { data } = await send({ params: { id }, body: { approve } });
    if (!data) return;
    session.notify({ kind: 'success', ...doneWords(approve, stands), ms: 3000 });
    refresh(listCorrections);
  };
  return (
    <li css={cardCss}>
      <div css={rowCss}>
        {strategy ? (
          <Link to={optionCallAddress(call_id)}>
            {STRATEGY_LABEL[strategy]} · {stock}
          </Link>
        ) : (
          <Link to={callAddress(call_id, true)}>
            {stock} · {call_type} call
          </Link>
        )}
        <Badge tone={state === 'waiting' ? 'warn' : 'neutral'}>{stands && state === 'approved' ? 'Looked at' : STATES[state]}</Badge>
      </div>
      <b>
        Event {corrects}: {effectOf(correction)}
      </b>
      {late_action && <p>{lateActionText(late_action)}</p>}
      <p>{reason}</p>
      <p>{evidence}</p>
      {sha256 && (
        <small>
          SHA-256 <code>{sha256}</code>
        </small>
      )}
      <small>
        Proposed {mine ? 'by you ' : ''}on {formatIst(proposed_at)}
        {decided_at && ` · decided on ${formatIst(decided_at)}`}
      </small>
      {state === 'waiting' &&
        (mine ? (
          <p>Another admin has to decide.</p>
        ) : (
          <div css={rowCss}>
            <Button kind="primary" busy={busy} onClick={() => decide(true)}>
              Approve
            </Button>
            <Button busy={busy} onClick={() => decide(false)}>
              Refuse
            </Button>
          </div>
        ))}
    </li>
  );
}
