import { css } from '@emotion/react';
import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { ProofFile } from '../call/proof/proof-file.tsx';
import { checkExpert, NotLoaded, type Progress, type WholeCheck } from './check-expert.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  justify-items: start;
  & progress {
    width: 100%;
    accent-color: var(--accent);
  }
  & b {
    font-weight: 600;
  }
  & ul {
    padding-left: var(--s-16);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
`;

type State = { kind: 'idle' } | ({ kind: 'running' } & Progress) | { kind: 'failed'; text: string } | ({ kind: 'checked'; at: string } & WholeCheck);

/** Checks the whole record of an expert in this browser, call by call, and says what does not hold. */
export function CheckExpert({ expert }: { expert: JudgedExpert }) {
  const userId = expert.user_id;
  const { request } = useSessionApi();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const run = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another expert is another check.
  useEffect(() => {
    setState({ kind: 'idle' });
    return () => run.current?.abort();
  }, [userId]);

  const check = async (): Promise<void> => {
    const control = new AbortController();
    run.current = control;
    const say = (next: State): void => {
      if (!control.signal.aborted) setState(next);
    };
    say({ kind: 'running', done: 0, total: 0 });
    try {
      const checked = await checkExpert(request, expert, (progress) => say({ kind: 'running', ...progress }), control.signal);
      say({ kind: 'checked', at: new Date().toISOString(), ...checked });
    } catch (error) {
      const why = error instanceof NotLoaded ? 'The record could not be loaded.' : 'This browser could not do the check.';
      say({ kind: 'failed', text: `${why} Nothing is said of it. Try again.` });
    }
  };

  if (!crypto.subtle) return <p>This record can be checked in your browser only where the page comes by https, or from localhost.</p>;
  return (
    <div css={boxCss}>
      <Button onClick={check} busy={state.kind === 'running'}>
        Check the whole record
      </Button>
      <ProofFile of={{ expert: userId }} label="Download all proofs" />
      {state.kind === 'running' && <progress aria-label="Calls checked" max={Math.max(1, state.total)} value={state.done} />}
      {state.kind === 'failed' && <p role="alert">{state.text}</p>}
      {state.kind === 'checked' && (
        <>
          {state.expert.length > 0 && <b role="alert">This page shows the expert otherwise than was signed. Do not rely on it.</b>}
          <b role="status">{verdict(state)}</b>
          {(state.expert.length > 0 || state.failures.length > 0) && (
            <ul>
              {state.expert.map((step) => (
                <li key={step}>{step}</li>
              ))}
              {state.failures.map(({ id, name, steps }) => (
                <li key={id}>{[name, ...steps].join(' · ')}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

function verdict({ total, events, failures, at }: WholeCheck & { at: string }): string {
  if (total === 0) return 'There is no call here that you may read, so there was nothing to check.';
  const failed = failures.length;
  if (failed === 1) return `1 of ${formatNumber(total)} calls does not hold. Do not rely on it.`;
  if (failed > 1) return `${formatNumber(failed)} of ${formatNumber(total)} calls do not hold. Do not rely on them.`;
  const when = formatIstTime(at);
  if (total === 1) return `The only call holds, with ${formatNumber(events)} events. Checked in this browser at ${when}.`;
  return `All ${formatNumber(total)} calls hold, with ${formatNumber(events)} events. Checked in this browser at ${when}.`;
}
