import { css } from '@emotion/react';
import type { TicketRemark, TicketSubject, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { amountOf } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Segmented, SelectField, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type ReactNode, useId } from 'react';
import { tickKeys } from '../../publishing/price-step.ts';
import { instrumentText, PRODUCT_WORD, SIDE_WORD, TYPE_WORD, VALIDITY_WORD } from '../orders/order-words.ts';
import { hasPrice, hasTrigger, type LegField, type LegProblems, proposalText, type TicketLegForm, ticketFieldOf, unitOf } from './ticket-form.ts';

const legCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--s-4) var(--s-12);
  & strong {
    font-size: var(--t-16);
    font-weight: 600;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const gridCss = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--s-12);
  @media (min-width: 880px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
/** Seldom changed in a basket, and the same in each of its legs. */
const foldCss = css`
  & > summary {
    min-height: 44px;
    line-height: 44px;
    color: var(--ink-2);
    font-size: var(--t-13);
    cursor: pointer;
    @media (min-width: 880px) and (pointer: fine) {
      min-height: 28px;
      line-height: 28px;
    }
  }
`;
const proposalCss = css`
  justify-self: start;
`;

export interface LegFieldsProps {
  leg: TicketLegForm;
  subject: TicketSubject | undefined;
  takes: TradingDesk['takes'];
  /** Unreadable fields. */
  problems: LegProblems;
  /** What the server says of this leg. */
  remarks: readonly TicketRemark[];
  /** "Leg 2 of 4"; '' where it is the only one. */
  name: string;
  onEdit: (patch: Partial<TicketLegForm>) => void;
  /** Takes the leg out of the basket; null where it is the only one. */
  onDrop: (() => void) | null;
}

/** One leg of a ticket: what, which way, how many, at what price. What is wrong with a field stands at that field. */
export function LegFields({ leg, subject, takes, problems, remarks, name, onEdit, onDrop }: LegFieldsProps) {
  const id = useId();
  const live = useLivePrice(leg.contract ? null : leg.symbol);
  const unit = unitOf(leg, subject);
  const inLots = leg.contract !== null && unit > 1;
  const said = (field: LegField): TicketRemark[] => remarks.filter((remark) => remark.weight === 'stop' && ticketFieldOf(remark) === field);
  const error = (field: LegField): string | undefined => problems[field] ?? said(field)[0]?.text;
  const count = amountOf(leg.count);
  const products = takes.products.filter((product) => (leg.contract ? product !== 'CNC' : product !== 'NRML'));
  const proposals = (['count', 'price', 'trigger'] as const).flatMap((field) => {
    const remark = said(field).find(({ proposal }) => proposal !== null);
    const text = remark && proposalText(remark, unit);
    return text ? [{ field, text }] : [];
  });
  const restWrong = (['exchange', 'product', 'validity'] as const).some((field) => error(field));
  const rest = (
    <>
      <Pick
        name="exchange"
        label="Exchange"
        value={leg.exchange}
        error={error('exchange')}
        of={subject?.exchanges ?? [leg.exchange]}
        onPick={(exchange) => onEdit({ exchange })}
      />
      <Pick
        name="product"
        label="Product"
        value={leg.product}
        error={error('product')}
        words={PRODUCT_WORD}
        of={products}
        onPick={(product) => onEdit({ product })}
      />
      <Pick
        name="validity"
        label="Valid"
        value={leg.validity}
        error={error('validity')}
        words={VALIDITY_WORD}
        of={['DAY', 'IOC']}
        onPick={(validity) => onEdit({ validity })}
      />
    </>
  );
  return (
    <fieldset css={legCss} aria-labelledby={id}>
      <div css={headCss}>
        <span id={id}>
          {name && <small>{name} · </small>}
          <strong translate="no">{instrumentText(leg)}</strong> <small translate="no">{subject?.name}</small>
        </span>
        <span>
          <PriceCell live={live} initial={subject?.ltp ?? null} /> <small>{leg.contract ? 'as last read' : 'now'}</small>
        </span>
        {subject?.banned && <Badge tone="warn">Ban period</Badge>}
      </div>
      <Segmented
        label="Buy or sell"
        options={(['buy', 'sell'] as const).map((side) => ({ value: side, label: SIDE_WORD[side] }))}
        value={leg.side}
        onChange={(side) => onEdit({ side })}
      />
      <div css={gridCss}>
        <TextField
          name="count"
          label={inLots ? 'Lots' : 'Shares'}
          numeric
          inputMode="numeric"
          value={leg.count}
          error={error('count')}
          hint={inLots ? lotHint(unit, count) : undefined}
          onChange={(event) => onEdit({ count: event.target.value })}
        />
        <Pick name="type" label="Order type" value={leg.type} error={error('type')} words={TYPE_WORD} of={takes.types} onPick={(type) => onEdit({ type })} />
        {hasPrice(leg) && <PriceField field="price" label="Limit price (₹)" leg={leg} subject={subject} error={error('price')} onEdit={onEdit} />}
        {hasTrigger(leg) && <PriceField field="trigger" label="Trigger (₹)" leg={leg} subject={subject} error={error('trigger')} onEdit={onEdit} />}
        {name === '' && rest}
      </div>
      {name !== '' && (
        <details css={foldCss} open={restWrong || undefined}>
          <summary>{`${leg.exchange} · ${PRODUCT_WORD[leg.product]} · ${VALIDITY_WORD[leg.validity]}`}</summary>
          <div css={gridCss}>{rest}</div>
        </details>
      )}
      {proposals.map(({ field, text }) => (
        <div key={field} css={proposalCss}>
          <Button onClick={() => onEdit({ [field]: text })}>
            {field === 'count' ? `Use ${text} ${inLots ? 'lots' : 'shares'}` : `Use ${formatInr(Number(text))}`}
          </Button>
        </div>
      ))}
      {onDrop && (
        <div>
          <Button kind="plain" onClick={onDrop}>
            Leave out this leg
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface PriceFieldProps {
  field: 'price' | 'trigger';
  label: string;
  leg: TicketLegForm;
  subject: TicketSubject | undefined;
  error: string | undefined;
  onEdit: (patch: Partial<TicketLegForm>) => void;
}

/** A price in ₹; the arrow keys move it by a tick. */
function PriceField({ field, label, leg, subject, error, onEdit }: PriceFieldProps): ReactNode {
  const tick = subject?.tick ?? 0.05;
  const set = (text: string) => onEdit({ [field]: text });
  return (
    <TextField
      name={field}
      label={label}
      numeric
      value={leg[field]}
      error={error}
      hint={subject?.band && field === 'price' ? `Band ${formatInr(subject.band.low)} to ${formatInr(subject.band.high)}` : undefined}
      onChange={(event) => set(event.target.value)}
      onKeyDown={tickKeys(leg[field], tick, set)}
    />
  );
}

interface PickProps<V extends string> {
  name: string;
  label: string;
  value: V;
  of: readonly V[];
  words?: Readonly<Record<V, string>>;
  error: string | undefined;
  onPick: (value: V) => void;
}

/** One of what this broker takes; what is chosen already stays, so that its refusal can be read. */
function Pick<V extends string>({ name, label, value, of, words, error, onPick }: PickProps<V>): ReactNode {
  const options = of.includes(value) ? of : [value, ...of];
  return (
    <SelectField
      name={name}
      label={label}
      value={value}
      error={error}
      options={options.map((one) => ({ value: one, label: words?.[one] ?? one }))}
      onChange={(next) => onPick(next as V)}
    />
  );
}

/** How many a lot has, and all lots together. */
const lotHint = (unit: number, count: number): string =>
  count > 1 && Number.isInteger(count) ? `${formatNumber(unit)} in a lot · ${formatNumber(count * unit)} in all` : `${formatNumber(unit)} in a lot`;
