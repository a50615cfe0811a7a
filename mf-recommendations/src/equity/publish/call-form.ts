import { type CallDraft, callDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import * as z from 'zod/mini';
import { priceOf } from '../../publishing/price-step.ts';
import type { FieldProblems as ProblemsOf } from '../../publishing/publishing.machine.ts';
import { line, rationaleFields, readRationale } from '../../publishing/rationale-form.ts';

/** The form's values as typed, so that half-finished input is not lost. The saved draft has the same shape. */
export const callForm = z.object({
  stock: line(20),
  exchange: z.catch(z.enum(['NSE', 'BSE']), 'NSE'),
  call_type: z.catch(z.enum(['Buy', 'Sell', 'Hold']), 'Buy'),
  term: z.catch(z.enum(['intraday', 'shortTerm', 'mediumTerm', 'longTerm']), 'shortTerm'),
  entry_mode: z.catch(z.enum(['market', 'limit', 'range']), 'limit'),
  entry_low: line(20),
  entry_high: line(20),
  target: line(20),
  stop_loss: line(20),
  target2: line(20),
  target3: line(20),
  valid_till: line(10),
  ...rationaleFields,
});
export type CallForm = z.output<typeof callForm>;
export type Field = keyof CallForm;
export type Problems = ProblemsOf<CallForm>;

/** An empty form; `stock` may come from the path (S2.1-PARAM-02). */
export const emptyForm = (stock = ''): CallForm => ({ ...callForm.parse({}), stock });

const PROPOSED = ['call_type', 'entry_mode', 'entry_low', 'entry_high', 'target', 'stop_loss'] as const;

/** What an address proposes for the form; null where it proposes nothing. */
export function proposedBy(query: URLSearchParams): Partial<CallForm> | null {
  const given = PROPOSED.filter((field) => query.has(field));
  const form = callForm.parse(Object.fromEntries(query));
  return given.length > 0 ? Object.fromEntries(given.map((field) => [field, form[field]])) : null;
}

const NEEDED: readonly { field: Field; label: string }[] = [
  { field: 'stock', label: 'Stock' },
  { field: 'entry_low', label: 'Entry' },
  { field: 'target', label: 'Target' },
  { field: 'stop_loss', label: 'Stop-loss' },
  { field: 'valid_till', label: 'Valid till' },
];
/** The fields needed before the rules can be checked, in form order. */
export const missing = (form: CallForm): { field: Field; label: string }[] => NEEDED.filter(({ field }) => String(form[field]).trim() === '');

/** Form → draft for the server, or a problem at each field that prevents it. For `market`, the entry is the price seen. */
export function readForm(form: CallForm): { draft: CallDraft | null; problems: Problems } {
  const problems: Problems = {};
  for (const { field, label } of missing(form)) problems[field] = `${label} is missing`;
  for (const field of ['entry_low', 'entry_high', 'target', 'stop_loss', 'target2', 'target3'] as const)
    if (form[field].trim() && Number.isNaN(priceOf(form[field]))) problems[field] = amountProblem(form[field], '') || 'Enter a price, for example 1,452.30';
  const low = priceOf(form.entry_low);
  const high = form.entry_mode === 'range' ? priceOf(form.entry_high) : low;
  if (form.entry_mode === 'range' && !form.entry_high.trim()) problems.entry_high = 'Upper end of the entry range is missing';
  else if (high < low) problems.entry_high = 'The upper end is below the lower end';
  if (Object.keys(problems).length > 0) return { draft: null, problems };

  const parsed = callDraft.safeParse({
    stock: form.stock,
    exchange: form.exchange,
    call_type: form.call_type,
    term: form.term,
    entry_mode: form.entry_mode,
    entry_low: low,
    entry_high: high,
    target: priceOf(form.target),
    stop_loss: priceOf(form.stop_loss),
    ...(form.target2.trim() && { target2: priceOf(form.target2) }),
    ...(form.target3.trim() && { target3: priceOf(form.target3) }),
    valid_till: form.valid_till,
    ...readRationale(form),
  });
  if (parsed.success) return { draft: parsed.data, problems };
  for (const issue of parsed.error.issues) {
    const field = fieldOf(issue.path.join('.'));
    if (field) problems[field] ??= issue.message;
  }
  return { draft: null, problems };
}

/** The form field of a dotted server path: `draft.rationale.sources.2` → `sources`. Null when it names none. */
export function fieldOf(path: string): Field | null {
  const fieldNames = path.split('.').filter((part) => part in callForm.shape);
  return (fieldNames.at(-1) as Field | undefined) ?? null;
}
