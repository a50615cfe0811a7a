import { css } from '@emotion/react';
import { LEVEL_BASES, OUTLOOKS } from '@vimarsh/shared/contract/calls/options/types.ts';
import { readOptionQuotes } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { firstExpiry, strategyOf } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { amountOf } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Checkbox, Segmented, SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { memo, useCallback } from 'react';
import { columnCss } from '../../publishing/column.css.ts';
import { useUnderlyingSearch } from '../underlying-search.ts';
import { ChainTable, Strikes, type StrikesProps } from './chain-picker.tsx';
import { type ChainTerms, chainInput } from './chain-terms.ts';
import { BASIS_CHOICE, expiryLabel } from './draft-words.ts';
import { LegList } from './leg-list.tsx';
import { type LegForm, MOST_LEGS, type OptionForm, type Problems } from './option-form.ts';

const rowCss = css`
  display: grid;
  gap: var(--s-12);
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  /* A date beside another field is wider than half of a phone; an empty one more than one with a day. */
  @media (max-width: 479.98px) {
    &[data-date] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
const errorCss = css`
  font-size: var(--t-12);
  color: var(--loss);
  outline: none;
`;
const riskCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--warn);
  background: var(--warn-soft);
`;
const LEVEL_NAMES = {
  pnl: ['Target: profit of (₹)', 'Stop-loss: loss of (₹)', 'Of the whole call.'],
  premium: ['Target: net premium (₹)', 'Stop-loss: net premium (₹)', 'Per share; what is received counts below zero.'],
  underlying: ['Target: underlying at', 'Stop-loss: underlying at', ''],
} as const;

export interface StructureStepProps {
  form: OptionForm;
  problems: Problems;
  edit: (patch: Partial<OptionForm>) => void;
  /** The terms of the chain of the chosen expiry; undefined until it came. */
  chain: ChainTerms | undefined;
  failed: { text: string; retry: () => void } | null;
  /** What the legs can lose has no limit. */
  unlimited: boolean;
  today: string;
}

/** Names of the legs' words, for a leg picked once: the same contract twice is one leg. */
const sameContract = (a: LegForm, b: LegForm): boolean => a.type === b.type && a.strike === b.strike && a.expiry === b.expiry;

/** Picking a contract again takes it out; picking its other side turns it. */
export function withPicked(legs: readonly LegForm[], leg: LegForm): LegForm[] {
  const at = legs.findIndex((each) => sameContract(each, leg));
  if (at < 0) return legs.length < MOST_LEGS ? [...legs, leg] : [...legs];
  if (legs[at]!.side === leg.side) return legs.filter((_, index) => index !== at);
  return legs.map((each, index) => (index === at ? { ...each, side: leg.side } : each));
}

/** Step one: the underlying, the legs from its chain, and the levels. */
export function StructureStep({ form, problems, edit, chain, failed, unlimited, today }: StructureStepProps) {
  const { legs: picked, valid_till } = form;
  const setLegs = useCallback(
    (legs: LegForm[]) => {
      const last = legs.length > 0 ? firstExpiry(legs) : '';
      edit({ legs, valid_till: valid_till && valid_till <= last ? valid_till : last });
    },
    [edit, valid_till],
  );
  const lots = picked.map((leg) => ({ ...leg, lots: amountOf(leg.lots) }));
  return (
    <div css={columnCss}>
      <Subject form={form} problems={problems} edit={edit} />
      {form.underlying !== '' &&
        (chain ? (
          <>
            <Expiry expiries={chain.expiries} shown={chain.expiry} edit={edit} today={today} />
            <ChainTable
              strikes={chain.strikes}
              rows={(all) => (
                <LiveStrikes
                  underlying={form.underlying}
                  expiry={form.expiry}
                  all={all}
                  legs={form.legs}
                  full={form.legs.length >= MOST_LEGS}
                  onPick={(leg) => setLegs(withPicked(form.legs, leg))}
                />
              )}
            />
          </>
        ) : failed ? (
          <ErrorState what="the option chain" onRetry={failed.retry} />
        ) : (
          <Skeleton height={320} />
        ))}
      {form.legs.length > 0 && (
        <>
          <p aria-live="polite">
            <b>{STRATEGY_LABEL[strategyOf(lots)]}</b>
          </p>
          <LegList legs={form.legs} onChange={setLegs} />
        </>
      )}
      {problems.legs && (
        <p css={errorCss} tabIndex={-1} aria-invalid="true">
          {problems.legs}
        </p>
      )}
      <LevelFields form={form} problems={problems} edit={edit} unlimited={unlimited} today={today} />
      {chain && <HowManyLose risk={chain.risk} form={form} problems={problems} edit={edit} />}
    </div>
  );
}

/** The strikes on the screen. A quote that has changed draws this alone anew. */
function LiveStrikes({ underlying, expiry, ...shown }: Pick<OptionForm, 'underlying' | 'expiry'> & Omit<StrikesProps, 'chain'>) {
  const { data: chain } = useQuery(readOptionQuotes, chainInput(underlying, expiry));
  return chain && <Strikes chain={chain} {...shown} />;
}

/** Each part below is drawn anew for what it shows, and not for each look at the chain. */
const Expiry = memo(({ expiries, shown, edit, today }: Pick<StructureStepProps, 'edit' | 'today'> & Pick<ChainTerms, 'expiries'> & { shown: string }) => (
  <SelectField
    label="Expiry"
    options={expiries.map(({ day }) => ({ value: day, label: expiryLabel(day, today) }))}
    value={shown}
    onChange={(expiry) => edit({ expiry })}
  />
));

const HowManyLose = memo(({ risk, form, problems, edit }: Pick<StructureStepProps, 'form' | 'problems' | 'edit'> & Pick<ChainTerms, 'risk'>) => (
  <section css={riskCss} aria-label="How many lose">
    {risk.lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
    <Checkbox
      label="I have read how many who trade options lose"
      checked={form.base_rate_read}
      error={problems.base_rate_read}
      onChange={(event) => edit({ base_rate_read: event.target.checked })}
    />
  </section>
));

/** What the call is on, and which way. */
const Subject = memo(({ form, problems, edit }: Pick<StructureStepProps, 'form' | 'problems' | 'edit'>) => {
  const search = useUnderlyingSearch();
  return (
    <>
      <Combobox
        label="Underlying"
        placeholder="Index or stock"
        value={form.underlying ? { value: form.underlying, label: form.underlying } : null}
        onChange={(option) => edit({ underlying: option?.value ?? '', expiry: '', legs: [], target: '', stop: '', net_limit: '', valid_till: '' })}
        load={search}
        error={problems.underlying}
      />
      <Segmented
        label="Outlook"
        showLabel
        options={OUTLOOKS.map((value) => ({ value, label: OUTLOOK_LABEL[value] }))}
        value={form.outlook}
        onChange={(outlook) => edit({ outlook })}
      />
      {problems.outlook && (
        <p css={errorCss} tabIndex={-1} aria-invalid="true">
          {problems.outlook}
        </p>
      )}
    </>
  );
});

/** Target and stop-loss on one basis, how far the entry may lie and until when the call holds, and a caution where the loss has no limit. */
const LevelFields = memo(({ form, problems, edit, unlimited, today }: Pick<StructureStepProps, 'form' | 'problems' | 'edit' | 'unlimited' | 'today'>) => {
  const [target, stop, hint] = LEVEL_NAMES[form.basis];
  return (
    <>
      <Segmented
        label="Levels on"
        showLabel
        options={LEVEL_BASES.map((value) => ({ value, label: BASIS_CHOICE[value] }))}
        value={form.basis}
        onChange={(basis) => edit({ basis, target: '', stop: '' })}
      />
      <div css={rowCss}>
        <TextField
          name="stop"
          label={stop}
          numeric
          value={form.stop}
          error={problems.stop}
          hint={hint}
          onChange={(event) => edit({ stop: event.target.value })}
        />
        <TextField
          name="target"
          label={target}
          numeric
          value={form.target}
          error={problems.target}
          hint={hint}
          onChange={(event) => edit({ target: event.target.value })}
        />
      </div>
      <div css={rowCss} data-date="">
        <TextField
          name="net_limit"
          label="Net limit per share (₹), optional"
          numeric
          value={form.net_limit}
          error={problems.net_limit}
          hint="Above this price the call is not entered."
          onChange={(event) => edit({ net_limit: event.target.value })}
        />
        <TextField
          label="Valid till"
          type="date"
          name="valid_till"
          min={today}
          max={form.legs.length > 0 ? firstExpiry(form.legs) : undefined}
          value={form.valid_till}
          error={problems.valid_till}
          onChange={(event) => edit({ valid_till: event.target.value })}
        />
      </div>
      {(unlimited || form.caution || problems.caution) && (
        <TextArea
          name="caution"
          rows={3}
          label="Caution for readers"
          maxLength={1000}
          value={form.caution}
          error={problems.caution}
          hint="How large the loss can become, and why it is worth it"
          onChange={(event) => edit({ caution: event.target.value })}
        />
      )}
    </>
  );
});
