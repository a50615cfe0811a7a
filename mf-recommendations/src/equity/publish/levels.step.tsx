import { css } from '@emotion/react';
import { CALL_TYPES, ENTRY_MODES, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { formatFloat, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { POTENTIAL_RETURN_HOW } from '@vimarsh/shared/ui/calls/call-formulas.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Segmented, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { useStockSearch } from '../../call/list/stock-search.ts';
import { columnCss } from '../../publishing/column.css.ts';
import { typedPrice } from '../../publishing/price-step.ts';
import type { CallForm, Problems } from './call-form.ts';
import { draftFigures } from './draft-figures.ts';
import { PriceField } from './price-field.tsx';
import type { Stock } from './stock-head.tsx';
import { fittingDay, validity } from './validity.ts';

const rowCss = css`
  display: grid;
  gap: var(--s-12);
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
`;
const figuresCss = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--s-12);
  padding: var(--s-12) 0;
  border-block: 1px solid var(--line);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & dd {
    font-size: var(--t-16);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const moreCss = css`
  & summary {
    cursor: pointer;
    min-height: 32px;
    color: var(--ink-2);
  }
`;
const MODE_LABEL = { market: 'At market', limit: 'At a price', range: 'In a range' } as const;

export interface StepProps {
  form: CallForm;
  problems: Problems;
  edit: (patch: Partial<CallForm>) => void;
}

/** Step one: the stock, the direction, the term and the levels. */
export function LevelsStep({ form, problems, edit, stock, ltp, today }: StepProps & { stock: Stock | undefined; ltp: number | null; today: string }) {
  const search = useStockSearch();
  const tick = stock?.tick ?? 0.05;
  const figures = draftFigures(form);
  const span = validity(form.term, today);
  const level = (
    name: 'entry_low' | 'entry_high' | 'target' | 'stop_loss' | 'target2' | 'target3',
    label: string,
    extra: { hint?: string; readOnly?: boolean } = {},
  ) => <PriceField name={name} label={label} value={form[name]} tick={tick} error={problems[name]} onChange={(typed) => edit({ [name]: typed })} {...extra} />;
  const priceNow = ltp === null ? null : typedPrice(snapToTick(ltp, tick));
  return (
    <div css={columnCss}>
      <Combobox
        label="Stock"
        placeholder="Symbol or name"
        value={form.stock ? { value: form.stock, label: form.stock } : null}
        onChange={(option) => edit({ stock: option?.value ?? '', entry_low: '', entry_high: '', target: '', stop_loss: '', target2: '', target3: '' })}
        load={search}
        error={problems.stock}
      />
      <Segmented
        label="Call"
        showLabel
        options={CALL_TYPES.map((type) => ({ value: type, label: type }))}
        value={form.call_type}
        onChange={(call_type) => edit({ call_type })}
      />
      <Segmented
        label={`Term: ${TERM_LABEL[form.term].span}`}
        showLabel
        paired
        options={TERMS.map((term) => ({ value: term, label: TERM_LABEL[term].name }))}
        value={form.term}
        onChange={(term) => edit({ term, valid_till: fittingDay(form.valid_till, term, today) })}
      />
      <Segmented
        label="Entry"
        showLabel
        options={ENTRY_MODES.map((mode) => ({ value: mode, label: MODE_LABEL[mode] }))}
        value={form.entry_mode}
        onChange={(entry_mode) => edit({ entry_mode, entry_high: '', ...(entry_mode === 'market' && priceNow !== null && { entry_low: priceNow }) })}
      />
      <div css={rowCss}>
        {form.entry_mode === 'range' ? (
          <>
            {level('entry_low', 'Entry from')}
            {level('entry_high', 'Entry to')}
          </>
        ) : (
          level('entry_low', form.entry_mode === 'market' ? 'Price you see' : 'Entry', {
            readOnly: form.entry_mode === 'market',
            hint: form.entry_mode === 'market' ? 'The call enters at the next price after publishing.' : '',
          })
        )}
        {form.entry_mode !== 'range' && (
          <Button disabled={priceNow === null} onClick={() => priceNow !== null && edit({ entry_low: priceNow })} css={nowCss}>
            Use price now
          </Button>
        )}
      </div>
      <div css={rowCss}>
        {level('stop_loss', 'Stop-loss')}
        {level('target', 'Target')}
      </div>
      <dl css={figuresCss} aria-live="off">
        <div>
          <dt>Potential return</dt>
          <dd>
            {figures.potential === null ? (
              '–'
            ) : (
              <Computed
                label="potential return"
                how={POTENTIAL_RETURN_HOW}
                inputs={[
                  ['Entry, middle', formatFloat(figures.entry)],
                  ['Target', form.target],
                ]}
              >
                {formatPercent(figures.potential)}
              </Computed>
            )}
          </dd>
        </div>
        <div>
          <dt>Risk to stop-loss</dt>
          <dd>{formatPercent(figures.risk, { signed: false })}</dd>
        </div>
        <div>
          <dt>Risk-reward</dt>
          <dd>{formatFloat(figures.rr)}</dd>
        </div>
      </dl>
      <TextField
        label="Valid till"
        type="date"
        name="valid_till"
        min={span.min}
        max={span.max}
        readOnly={form.term === 'intraday'}
        value={form.valid_till}
        error={problems.valid_till}
        hint={form.term === 'intraday' ? 'An intraday call ends today at 15:10.' : ''}
        onChange={(event) => edit({ valid_till: event.target.value })}
      />
      <details css={moreCss} open={Boolean(form.target2 || form.target3 || problems.target2 || problems.target3)}>
        <summary>Further targets (information only)</summary>
        <div css={rowCss}>
          {level('target2', 'Target 2')}
          {level('target3', 'Target 3')}
        </div>
      </details>
    </div>
  );
}

const nowCss = css`
  margin-top: 23px;
`;
