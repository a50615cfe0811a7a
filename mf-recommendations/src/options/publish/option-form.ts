import { LEG_TYPES, LEVEL_BASES, type Level, type OptionDraft, OUTLOOKS, optionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { amountOf, amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import * as z from 'zod/mini';
import type { FieldProblems as ProblemsOf } from '../../publishing/publishing.machine.ts';
import { line, rationaleFields, readRationale } from '../../publishing/rationale-form.ts';

/** A leg as picked from the chain. `lots` and `entry` (₹ a share) as typed; `iv`, % a year, matters where legs expire apart. */
const legForm = z.object({
  side: z.enum(['buy', 'sell']),
  type: z.enum(LEG_TYPES),
  strike: z.number(),
  expiry: z.string(),
  lots: line(6),
  entry: line(20),
  iv: z.nullable(z.number()),
});
export type LegForm = z.output<typeof legForm>;

/** The form's values as typed, so that half-finished input is not lost. The saved draft has the same shape. */
export const optionForm = z.object({
  underlying: line(20),
  /** The expiry whose chain is shown; legs keep their own. */
  expiry: line(10),
  outlook: z.catch(z.enum(OUTLOOKS), 'neutral'),
  legs: z.catch(z.array(legForm).check(z.maxLength(4)), []),
  net_limit: line(20),
  basis: z.catch(z.enum(LEVEL_BASES), 'pnl'),
  target: line(20),
  /** On profit the loss is typed without a sign. */
  stop: line(20),
  valid_till: line(10),
  caution: line(1000),
  base_rate_read: z.catch(z.boolean(), false),
  ...rationaleFields,
});
export type OptionForm = z.output<typeof optionForm>;
export type OptionField = keyof OptionForm;
export type Problems = ProblemsOf<OptionForm>;

export const MOST_LEGS = 4;

export const emptyForm = (underlying = ''): OptionForm => ({ ...optionForm.parse({}), underlying });

/** As a field shows it: no grouping, so that it stays easy to edit. */
export const typed = (value: number, basis: Level['basis']): string => (basis === 'premium' ? value.toFixed(2) : String(Math.round(value)));

const NEEDED: readonly { field: OptionField; label: string }[] = [
  { field: 'underlying', label: 'Underlying' },
  { field: 'legs', label: 'Legs' },
  { field: 'target', label: 'Target' },
  { field: 'stop', label: 'Stop-loss' },
  { field: 'valid_till', label: 'Valid till' },
];
/** The fields needed before the rules can be checked, in form order. */
export const missing = (form: OptionForm): { field: OptionField; label: string }[] =>
  NEEDED.filter(({ field }) => (field === 'legs' ? form.legs.length === 0 : String(form[field]).trim() === ''));

/** Target and stop-loss of the draft; NaN where one can't be read. */
export function levelsOf({ basis, target, stop }: Pick<OptionForm, 'basis' | 'target' | 'stop'>): { target: number; stop: number } {
  const loss = amountOf(stop);
  return { target: amountOf(target), stop: basis === 'pnl' ? -Math.abs(loss) : loss };
}

/** A number that can mean two things says so; every other one is missing. */
const legsProblem = (legs: OptionForm['legs']): string =>
  legs.flatMap(({ lots, entry }) => [amountProblem(lots, ''), amountProblem(entry, '')]).find(Boolean) ?? 'Every leg needs its lots and its entry';

/** Form → draft for the server, or a problem at each field that prevents it. */
export function readForm(form: OptionForm): { draft: OptionDraft | null; problems: Problems } {
  const problems: Problems = {};
  for (const { field, label } of missing(form)) problems[field] = field === 'legs' ? 'Pick one to four legs from the chain' : `${label} is missing`;
  for (const field of ['target', 'stop', 'net_limit'] as const)
    if (form[field].trim() && Number.isNaN(amountOf(form[field]))) problems[field] = amountProblem(form[field], 'Enter a number, for example 1,450');
  const legs = form.legs.map(({ side, type, strike, expiry, lots, entry }) => ({
    underlying: form.underlying,
    side,
    type,
    strike,
    expiry,
    lots: amountOf(lots),
    entry: amountOf(entry),
  }));
  if (legs.some(({ lots, entry }) => !Number.isFinite(lots) || !(entry > 0))) problems.legs = legsProblem(form.legs);
  if (Object.keys(problems).length > 0) return { draft: null, problems };
  const { target, stop } = levelsOf(form);
  const parsed = optionDraft.safeParse({
    underlying: form.underlying,
    outlook: form.outlook,
    legs,
    net_limit: form.net_limit.trim() ? amountOf(form.net_limit) : null,
    target: { basis: form.basis, value: target },
    stop: { basis: form.basis, value: stop },
    valid_till: form.valid_till,
    caution: form.caution,
    base_rate_read: form.base_rate_read,
    ...readRationale(form),
  });
  if (parsed.success) return { draft: parsed.data, problems };
  for (const issue of parsed.error.issues) {
    const field = fieldOf(issue.path.join('.'));
    if (field) problems[field] ??= issue.message;
  }
  return { draft: null, problems };
}

/** The form field of a dotted server path: `draft.rationale.sources.2` → `sources`, `draft.legs.0.strike` → `legs`. Null when it names none. */
export function fieldOf(path: string): OptionField | null {
  const parts = path.split('.');
  if (parts.includes('legs')) return 'legs';
  return (parts.filter((part) => part in optionForm.shape).at(-1) as OptionField | undefined) ?? null;
}
