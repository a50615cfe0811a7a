import { css } from '@emotion/react';
import { readProof } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { type ProofStep, verifyProof } from '@vimarsh/shared/domain/calls/ledger.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { altered } from './altered-proof.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-12);
  justify-items: start;
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const stepsCss = css`
  display: grid;
  gap: var(--s-8);
  width: 100%;
  & li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: var(--s-8);
    color: var(--ink-2);
  }
  & li[data-state='ok'],
  & li[data-state='bad'] {
    color: var(--ink);
  }
  & [data-state='ok'] > svg {
    color: var(--gain);
  }
  & [data-state='bad'] > svg {
    color: var(--loss);
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-3);
    overflow-wrap: anywhere;
  }
`;
const verdictCss = css`
  font-weight: 600;
`;
const hashesCss = css`
  width: 100%;
  font-size: var(--t-12);
  color: var(--ink-2);
  & summary {
    cursor: pointer;
    min-height: 24px;
  }
  & dl {
    display: grid;
    gap: var(--s-4);
    padding-top: var(--s-8);
  }
  & dd {
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }
`;

type State =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'failed'; text: string }
  | { kind: 'checked'; steps: readonly ProofStep[]; stepsShown: number; at: string; proof: CallProof; tampered: boolean };

const STEP_MS = 160;
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Fetches a call's proof and checks it in this browser: text against hash, chain, signatures, Merkle paths, roots. With `demo`,
 * readers can alter one figure of the copy first and see the check fail.
 */
export function VerifyRecord({ callId, demo = false }: { callId: string; demo?: boolean }) {
  const { request } = useSessionApi();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const alive = useRef(callId);
  useEffect(() => {
    alive.current = callId;
    setState({ kind: 'idle' });
    return () => {
      alive.current = '';
    };
  }, [callId]);

  const verify = async (tampered: boolean) => {
    const current = () => alive.current === callId;
    setState({ kind: 'loading' });
    const answer = await request(readProof, { params: { id: callId } }, { quiet: true });
    if (!current()) return;
    if (!answer.data) return setState({ kind: 'failed', text: answer.validation });
    const proof = tampered ? altered(answer.data) : answer.data;
    const steps = await verifyProof(proof);
    if (!current()) return;
    setState({ kind: 'checked', steps, stepsShown: still() ? steps.length : 0, at: new Date().toISOString(), proof, tampered });
  };

  const ticking = state.kind === 'checked' && state.stepsShown < state.steps.length;
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setState((now) => (now.kind === 'checked' ? { ...now, stepsShown: now.stepsShown + 1 } : now)), STEP_MS);
    return () => clearInterval(timer);
  }, [ticking]);

  const holds = state.kind === 'checked' && state.steps.every((step) => step.ok);
  return (
    <div css={boxCss}>
      <div css={rowCss}>
        <Button onClick={() => verify(false)} busy={state.kind === 'loading'}>
          Verify this record
        </Button>
        {demo && state.kind === 'checked' && !ticking && <Button onClick={() => verify(true)}>Alter one figure and verify again</Button>}
      </div>
      {state.kind === 'failed' && <p role="alert">The proof could not be loaded. {state.text} Nothing was checked. Try again.</p>}
      {state.kind === 'checked' && (
        <>
          <ol css={stepsCss} aria-label="Steps of the check">
            {state.steps.map((step, at) => {
              const mark = at >= state.stepsShown ? 'open' : step.ok ? 'ok' : 'bad';
              return (
                <li key={step.label} data-state={mark}>
                  {mark === 'open' ? (
                    <Circle size={20} aria-label="Not checked yet" />
                  ) : mark === 'ok' ? (
                    <Check size={20} aria-label="Holds" />
                  ) : (
                    <X size={20} aria-label="Does not hold" />
                  )}
                  <span>
                    {step.label}
                    <small>{mark === 'open' ? ' ' : step.detail}</small>
                  </span>
                </li>
              );
            })}
          </ol>
          <p css={verdictCss} role="status">
            {ticking
              ? 'Checking in this browser…'
              : holds
                ? `This record holds. Checked in this browser at ${formatIstTime(state.at)}.`
                : state.tampered
                  ? 'This altered copy does not hold, as it should. The record itself is untouched.'
                  : 'This record does not hold. Do not rely on it, and report it to the grievance officer.'}
          </p>
          <details css={hashesCss}>
            <summary>Hashes and roots</summary>
            <dl>
              {state.proof.events.map((event) => (
                <div key={event.n}>
                  <dt>
                    Event {event.n}
                    {event.root_date && `, under the root of ${event.root_date}`}
                  </dt>
                  <dd>{event.hash}</dd>
                </div>
              ))}
              <div>
                <dt>Public key of the ledger</dt>
                <dd>{state.proof.public_key}</dd>
              </div>
            </dl>
          </details>
        </>
      )}
    </div>
  );
}
