import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import type { ReactNode } from 'react';
import { priceOf, tickKeys, typedPrice } from '../../publishing/price-step.ts';
import type { Field } from './call-form.ts';

export interface PriceFieldProps {
  name: Field;
  label: string;
  value: string;
  tick: number;
  error?: string | undefined;
  hint?: ReactNode;
  readOnly?: boolean;
  onChange: (typed: string) => void;
}

/** A level in ₹, typed or moved by the arrow keys one tick at a time. Leaving the field snaps it to the tick. */
export function PriceField({ name, label, value, tick, error, hint, readOnly = false, onChange }: PriceFieldProps) {
  const snap = () => {
    const price = priceOf(value);
    const snapped = typedPrice(snapToTick(price, tick));
    if (price > 0 && snapped !== value) onChange(snapped);
  };
  return (
    <TextField
      name={name}
      label={`${label} (₹)`}
      numeric
      value={value}
      error={error}
      hint={hint}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={readOnly ? undefined : tickKeys(value, tick, onChange)}
      onBlur={readOnly ? undefined : snap}
    />
  );
}
