import { setCareLimits } from '@vimarsh/shared/contract/trading/routes.ts';
import { type CareLimits, careLimits } from '@vimarsh/shared/contract/trading/types.ts';
import { amountOf, amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';
import { partsCss, quietCss } from '../trading-css.ts';

type Typed = Record<keyof CareLimits, string>;
type Problems = Partial<Typed>;
const text = (value: number | null): string => (value === null ? '' : String(value));

/** What was typed as limits, or what is wrong at each field. Empty: none. */
function readLimits(typed: Typed): { limits: CareLimits | null; problems: Problems } {
  const problems: Problems = {};
  const read = (field: keyof CareLimits): number | null => {
    if (typed[field].trim() === '') return null;
    const problem = amountProblem(typed[field], 'Enter a number');
    if (problem) problems[field] = problem;
    return amountOf(typed[field]);
  };
  const parsed = careLimits.safeParse({ orders: read('orders'), rupees: read('rupees') });
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) problems[path[0] as keyof CareLimits] ??= message;
  return { limits: parsed.success && Object.keys(problems).length === 0 ? parsed.data : null, problems };
}

/** Own limits for a day: what is lower holds at once, what is higher from tomorrow. */
export function LimitsDialog({ limits, onClose, onSaved }: { limits: CareLimits; onClose: () => void; onSaved: () => void }) {
  const { request } = useSessionApi();
  const [typed, setTyped] = useState<Typed>({ orders: text(limits.orders), rupees: text(limits.rupees) });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useFailure(typed);
  const set = (field: keyof CareLimits, value: string) => {
    setTyped({ ...typed, [field]: value });
    setProblems({});
  };
  const save = async () => {
    const read = readLimits(typed);
    setProblems(read.problems);
    if (!read.limits) return;
    setBusy(true);
    const answer = await request(setCareLimits, { body: read.limits }, { quiet: true });
    setBusy(false);
    if (answer.status) onSaved();
    else setWhy(answer.validation || 'Not saved. Try again.');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your limits for a day"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            Save limits
          </Button>
        </>
      }
    >
      <div css={partsCss}>
        <p css={quietCss}>A lower limit holds at once, a higher one from tomorrow. Leave a field empty for no limit.</p>
        <TextField
          label="Orders a day"
          numeric
          inputMode="numeric"
          value={typed.orders}
          error={problems.orders}
          onChange={(event) => set('orders', event.target.value)}
        />
        <TextField
          label="Value of orders a day (₹)"
          numeric
          value={typed.rupees}
          error={problems.rupees}
          onChange={(event) => set('rupees', event.target.value)}
        />
        <Failure why={why} />
      </div>
    </Dialog>
  );
}
