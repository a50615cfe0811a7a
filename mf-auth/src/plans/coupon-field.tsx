import { css } from '@emotion/react';
import type { GivenCoupon } from '@vimarsh/shared/contract/plans/types.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { TextField } from '@vimarsh/shared/ui/field.tsx';
import { type KeyboardEvent, useState } from 'react';

const rowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 240px) auto;
  justify-content: start;
  align-items: end;
  gap: var(--s-8);
  width: 100%;
`;

/** Why a code takes nothing off. */
export const COUPON_REFUSED: Readonly<Record<Exclude<GivenCoupon['refused'], ''>, string>> = {
  COUPON_UNKNOWN: 'This code is not valid here, or not any more.',
  COUPON_TAKEN: 'You have used this code before.',
};

interface Props {
  /** The code of the address and what became of it. */
  given: GivenCoupon | null;
  /** It takes something off this offer. */
  counts: boolean;
  /** '' takes it away. */
  onApply: (code: string) => void;
}

/** A code that takes something off, inside a form of which it is no part: Enter applies it, and pays nothing. */
export function CouponField({ given, counts, onApply }: Props) {
  const [typed, setTyped] = useState('');
  if (given?.refused === '' && counts) return <Button onClick={() => onApply('')}>Remove coupon {given.code}</Button>;
  const apply = (): void => {
    if (typed.trim() !== '') onApply(typed.trim());
  };
  const error = given && (given.refused === '' ? `${given.code} is for another plan.` : COUPON_REFUSED[given.refused]);
  return (
    <div css={rowCss}>
      <TextField
        label="Coupon code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
        error={error ?? undefined}
      />
      <Button onClick={apply}>Apply</Button>
    </div>
  );
}
