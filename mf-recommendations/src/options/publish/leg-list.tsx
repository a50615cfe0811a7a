import { css } from '@emotion/react';
import { contractName } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { memo } from 'react';
import type { LegForm } from './option-form.ts';

const listCss = css`
  display: grid;
  gap: var(--s-12);
  & li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 64px 96px auto;
    gap: var(--s-8);
    align-items: end;
    padding-bottom: var(--s-12);
    border-bottom: 1px solid var(--line);
  }
  & li > div:first-of-type {
    align-self: center;
    & small {
      display: block;
      font-size: var(--t-12);
      color: var(--ink-2);
    }
  }
  @media (max-width: 479.98px) {
    & li {
      grid-template-columns: 64px minmax(0, 1fr) auto;
    }
    & li > div:first-of-type {
      grid-column: 1 / -1;
    }
  }
`;

const legName = (leg: LegForm): string => `${leg.side === 'buy' ? 'Buy' : 'Sell'} ${contractName(leg)}`;

/** A label that names its leg to those who hear the form: every leg has the same two fields. */
const labelOf = (what: string, leg: LegForm) => (
  <>
    {what}
    <Hidden> {legName(leg)}</Hidden>
  </>
);

/** The picked legs: lots and entry of each can be typed. */
export const LegList = memo(({ legs, onChange }: { legs: readonly LegForm[]; onChange: (legs: LegForm[]) => void }) => {
  const change = (at: number, patch: Partial<LegForm>) => onChange(legs.map((leg, index) => (index === at ? { ...leg, ...patch } : leg)));
  return (
    <ol css={listCss} aria-label="Legs">
      {legs.map((leg, at) => (
        <li key={`${leg.side} ${leg.type} ${leg.strike} ${leg.expiry}`}>
          <div>
            <b>{legName(leg)}</b>
            <small>{formatDay(leg.expiry)}</small>
          </div>
          <TextField label={labelOf('Lots', leg)} numeric inputMode="numeric" value={leg.lots} onChange={(event) => change(at, { lots: event.target.value })} />
          <TextField label={labelOf('Entry (₹)', leg)} numeric value={leg.entry} onChange={(event) => change(at, { entry: event.target.value })} />
          <Button aria-label={`Remove ${contractName(leg)}`} onClick={() => onChange(legs.filter((_, index) => index !== at))}>
            Remove
          </Button>
        </li>
      ))}
    </ol>
  );
});
