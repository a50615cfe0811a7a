import { css } from '@emotion/react';
import type { GivenCoupon } from '@vimarsh/shared/contract/plans/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { exact } from './rupees.ts';

const boxCss = css`
  width: 100%;
`;
const rowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 240px) auto;
  justify-content: start;
  align-items: start;
  gap: var(--s-8);
  width: 100%;
  /* Beside the field, under whose label it stays when a line comes below. */
  & > button {
    margin-top: calc(1.5 * var(--t-13) + var(--s-4));
  }
`;

/** Why a code takes nothing off. */
export const COUPON_REFUSED: Readonly<Record<Exclude<GivenCoupon['refused'], ''>, string>> = {
  COUPON_UNKNOWN: 'This code is not valid here, or not any more.',
  COUPON_TAKEN: 'You have used this code before.',
};

export interface ChosenCoupon {
  /** The code of the address; '' for none. */
  typed: string;
  /** What became of it, or of the one before while it is asked for. */
  given: GivenCoupon | null;
  state: 'known' | 'asking' | 'failed';
}

interface Props {
  coupon: ChosenCoupon;
  /** What it takes off this offer. */
  discount_paise: number;
  /** '' takes it away. */
  onApply: (code: string) => void;
}

/** A code that takes something off, inside a form of which it is no part: Enter applies it, and pays nothing. */
export function CouponField({ coupon: { typed: known, given, state }, discount_paise, onApply }: Props) {
  // One of the address that takes nothing off is there to be mended.
  const [typed, setTyped] = useState(known);
  const box = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  const counts = given?.refused === '' && discount_paise > 0;
  // What was pressed gives way to another control: the focus goes on with it.
  useEffect(() => {
    if (acted.current) box.current?.querySelector<HTMLElement>(counts ? 'button' : 'input')?.focus();
    acted.current = false;
  }, [counts]);
  const act = (code: string): void => {
    if (code === '' && known === '') return;
    acted.current = true;
    setTyped(code);
    onApply(code);
  };
  const apply = (): void => act(typed.trim());
  const why = given && (given.refused === '' ? `${given.code} takes nothing off this plan.` : COUPON_REFUSED[given.refused]);
  const error = state === 'failed' ? 'The code could not be checked. Try again.' : state === 'known' ? why : null;
  return (
    <div ref={box} css={boxCss}>
      <p role="status" css={hiddenCss}>
        {counts && `${exact(discount_paise)} off`}
      </p>
      {counts ? (
        <Button busy={state === 'asking'} onClick={() => act('')}>
          Remove coupon {given.code}
        </Button>
      ) : (
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
          <Button busy={state === 'asking'} onClick={apply}>
            Apply
          </Button>
        </div>
      )}
    </div>
  );
}
