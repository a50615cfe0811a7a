import { css } from '@emotion/react';
import { readLedger, readProof, readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { HOW_TO_CHECK } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { altered } from './altered-proof.ts';
import { type Checked, checkRecord, type Evidence } from './check-record.ts';
import { CheckSteps } from './check-steps.tsx';
import { browserMemory } from './memory.store.ts';
import { ProofFile } from './proof-file.tsx';
import { readAuthor } from './read-author.ts';
import { readSiteLog } from './site-log.ts';

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
  | (Checked & { kind: 'checked'; stepsShown: number; at: string; proof: CallProof; tampered: boolean });

/** Asks for a call's proof, the published roots and the log. */
function useProof(id: string) {
  const { request } = useSessionApi();
  return async (): Promise<{ evidence: Omit<Evidence, 'shown'> | null; problem: string }> => {
    const roots = await request(readLedger, {}, { quiet: true });
    const proof = await request(readProof, { params: { id } }, { quiet: true });
    if (!proof.data) return { evidence: null, problem: proof.validation };
    const author = await readAuthor(request, proof.data.expert_id);
    if (typeof author === 'string') return { evidence: null, problem: author };
    // The root of the day may have been made between the two answers.
    const newer = roots.data && (proof.data.roots.at(-1)?.trading_date ?? '') > (roots.data.roots.at(-1)?.trading_date ?? '');
    const { data: ledger, validation } = newer ? await request(readLedger, {}, { quiet: true }) : roots;
    if (!ledger) return { evidence: null, problem: validation };
    // After the proof, so that the head covers what the proof says is in the log.
    const needed = Math.max(0, ...proof.data.events.map(({ log }) => (log ? log.index + 1 : 0)));
    const [witnesses, log] = await Promise.all([request(readWitnesses, {}, { quiet: true }), readSiteLog(needed).catch(() => null)]);
    if (!log) return { evidence: null, problem: 'The log did not answer.' };
    return { evidence: { proof: proof.data, author, ledger, log: { ...log, witnesses: witnesses.data?.witnesses ?? [] } }, problem: '' };
  };
}

const STEP_MS = 160;
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Fetches a call's proof and the published roots and checks them in this browser against each other, against what this browser knows and
 * against the call on the page: `shown` tells what its events must give. With `demo`, readers can alter one figure of the copy first and see the check fail.
 */
export function VerifyBox({ id, shown, demo = false }: { id: string; shown: Evidence['shown']; demo?: boolean }) {
  const fetchProof = useProof(id);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const alive = useRef(id);
  useEffect(() => {
    alive.current = id;
    setState({ kind: 'idle' });
    return () => {
      alive.current = '';
    };
  }, [id]);

  const verify = async (tampered: boolean) => {
    const current = () => alive.current === id;
    setState({ kind: 'loading' });
    const { evidence, problem } = await fetchProof();
    if (!current()) return;
    if (!evidence) return setState({ kind: 'failed', text: `The proof could not be loaded. ${problem} Nothing was checked. Try again.` });
    try {
      const proof = tampered ? altered(evidence.proof) : evidence.proof;
      const now = new Date();
      const checked = await checkRecord({ ...evidence, shown, proof }, browserMemory, now);
      if (current()) setState({ kind: 'checked', ...checked, stepsShown: still() ? checked.steps.length : 0, at: now.toISOString(), proof, tampered });
    } catch {
      if (current()) setState({ kind: 'failed', text: 'This browser could not do the check, so nothing is said of the record. Try an up-to-date one.' });
    }
  };
  const forget = async () => {
    await browserMemory.forget();
    await verify(false);
  };

  const ticking = state.kind === 'checked' && state.stepsShown < state.steps.length;
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setState((now) => (now.kind === 'checked' ? { ...now, stepsShown: now.stepsShown + 1 } : now)), STEP_MS);
    return () => clearInterval(timer);
  }, [ticking]);

  // Browsers give the means only to pages that nobody can have changed on their way.
  if (!crypto.subtle) return <p>This record can be checked in your browser only where the page comes by https, or from localhost.</p>;
  const holds = state.kind === 'checked' && state.steps.every((step) => step.ok);
  return (
    <div css={boxCss}>
      <div css={rowCss}>
        <Button onClick={() => verify(false)} busy={state.kind === 'loading'}>
          Verify this record
        </Button>
        <Link css={buttonCss('plain')} to={`${HOW_TO_CHECK}?call=${encodeURIComponent(id)}`}>
          How to check us
        </Link>
        {demo && state.kind === 'checked' && !ticking && <Button onClick={() => verify(true)}>Alter one figure and verify again</Button>}
      </div>
      {!demo && <ProofFile of={{ call: id }} label="Download the proof" />}
      {state.kind === 'failed' && <p role="alert">{state.text}</p>}
      {state.kind === 'checked' && (
        <>
          <CheckSteps steps={state.steps} shown={state.stepsShown} />
          <p css={verdictCss} role="status">
            {ticking
              ? 'Checking in this browser…'
              : holds
                ? `This record holds. Checked in this browser at ${formatIstTime(state.at)}.`
                : state.tampered
                  ? 'This altered copy does not hold, as it should. The record itself is untouched.'
                  : 'This record does not hold. Do not rely on it, and report it to the grievance officer.'}
          </p>
          {!ticking && state.forgettable && !state.tampered && (
            <div css={rowCss}>
              <p>
                Do not go on unless the people who run this site have announced that it was set up again. If they have, this browser can forget the ledger it
                knew and learn this one.
              </p>
              <Button onClick={forget}>Forget the ledger this browser knew</Button>
            </div>
          )}
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
