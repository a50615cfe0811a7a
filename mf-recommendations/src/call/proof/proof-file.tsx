import { css } from '@emotion/react';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';
import type { Proven } from './save-proof.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  & p {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;

/** Saves a file of proof; what fetches it comes with the press. */
export function ProofFile({ of, label }: { of: Proven; label: string }) {
  const { request } = useSessionApi();
  const [state, setState] = useState<'idle' | 'busy' | { failed: string }>('idle');
  const save = async (): Promise<void> => {
    setState('busy');
    try {
      const { saveProof } = await import('./save-proof.ts');
      const failed = await saveProof(request, of);
      setState(failed ? { failed } : 'idle');
    } catch {
      setState({ failed: 'The file could not be saved. Try again.' });
    }
  };
  return (
    <div css={boxCss}>
      <Button onClick={() => void save()} busy={state === 'busy'}>
        {label}
      </Button>
      {state === 'busy' ? (
        <p role="status">We are putting the file together. It can take a minute.</p>
      ) : (
        <p>A zip that anyone can check without a network and without our code. It says how.</p>
      )}
      {typeof state === 'object' && <p role="alert">{state.failed}</p>}
    </div>
  );
}
