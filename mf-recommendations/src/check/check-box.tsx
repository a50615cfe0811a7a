import { css } from '@emotion/react';
import { readPublicView } from '@vimarsh/shared/contract/calls/routes.ts';
import { readReceipts } from '@vimarsh/shared/contract/receipt/routes.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { CheckSteps } from '../call/proof/check-steps.tsx';
import { browserMemory } from '../call/proof/memory.store.ts';
import { checkPasted, type Found, NotChecked } from './check-pasted.ts';
import { readPasted, unreadable } from './pasted.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
  max-width: 760px;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & textarea {
    font-family: var(--mono);
    font-size: var(--t-13);
    overflow-wrap: anywhere;
  }
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const resultCss = css`
  display: grid;
  gap: var(--s-12);
`;
const verdictCss = css`
  font-weight: 600;
`;

type State = { kind: 'idle' } | { kind: 'checking' } | { kind: 'failed'; text: string } | { kind: 'checked'; found: Found; at: string };

/** No receipt is longer. */
const MOST_BYTES = 100_000;

/** Takes a receipt or a call's address, and checks it in this browser. */
export function CheckBox({ given }: { given: string }) {
  const { request } = useSessionApi();
  const [text, setText] = useState(given);
  const [problem, setProblem] = useState('');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  const check = async (pasted: string) => {
    const mine = ++turn.current;
    const end = (next: State) => turn.current === mine && setState(next);
    const what = readPasted(pasted);
    setProblem(what ? '' : unreadable(pasted));
    if (!what) return end({ kind: 'idle' });
    setState({ kind: 'checking' });
    try {
      const now = new Date();
      end({ kind: 'checked', found: await checkPasted(what, request, browserMemory, now), at: now.toISOString() });
    } catch (error) {
      const why = error instanceof NotChecked ? error.message : 'This browser could not do the check. Try again, or try an up-to-date one.';
      end({ kind: 'failed', text: `${why} Nothing was checked, so nothing is said of the record.` });
    }
  };
  const example = async () => {
    const mine = ++turn.current;
    setState({ kind: 'checking' });
    const { data: view, validation } = await request(readPublicView, {}, { quiet: true });
    const call = view?.closed[0];
    const receipts = call && (await request(readReceipts, { params: { id: call.id } }, { quiet: true }));
    const opened = receipts?.data?.[0];
    if (turn.current !== mine) return;
    if (!opened) return setState({ kind: 'failed', text: receipts?.validation || validation || 'No call has ended in public yet.' });
    const line = receiptLine(opened.receipt);
    setText(line);
    await check(line);
  };
  const drop = async (event: DragEvent) => {
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    if (file.size > MOST_BYTES) {
      turn.current += 1;
      setState({ kind: 'idle' });
      return setProblem('This file is too large to hold a receipt.');
    }
    const dropped = await file.text();
    setText(dropped);
    await check(dropped);
  };
  // A receipt's own address checks it.
  const first = useRef(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was opened with.
  useEffect(() => {
    if (first.current && crypto.subtle) void check(first.current);
  }, []);

  // Browsers give the means only to pages that nobody can have changed on their way.
  if (!crypto.subtle) return <p>The check runs in your browser only where this page comes by https, or from localhost.</p>;
  const steps = state.kind === 'checked' ? state.found.steps : [];
  const broken = steps.filter(({ ok }) => !ok).length;
  return (
    <section css={boxCss} aria-label="Check">
      <form
        css={resultCss}
        onSubmit={(event) => {
          event.preventDefault();
          void check(text);
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <TextArea
          label="A receipt, or the address of a call"
          hint="Paste it, or drop its file here. It is checked in this browser."
          error={problem}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div css={rowCss}>
          <Button type="submit" kind="primary" busy={state.kind === 'checking'}>
            Check
          </Button>
          <Button onClick={example}>Try a call that ended</Button>
        </div>
      </form>
      {state.kind === 'failed' && <p role="alert">{state.text}</p>}
      {state.kind === 'checked' && (
        <div css={resultCss}>
          <CheckSteps steps={steps} />
          {state.found.left && <p>{state.found.left}</p>}
          <p css={verdictCss} role="status">
            {broken === 0
              ? `This ${state.found.what} holds. Checked in this browser at ${formatIstTime(state.at)}.`
              : `This ${state.found.what} does not hold. Keep it, do not rely on it, and write to the grievance officer.`}
          </p>
        </div>
      )}
    </section>
  );
}
