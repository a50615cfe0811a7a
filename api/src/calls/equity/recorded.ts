import { CALL_STATUSES, CALL_TYPES, ENTRY_MODES, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { flag, manyOf, notJudgeable, number, oneOf, optional, orNull, shape, stateDoor, text } from '../reading/damage.ts';

const days = optional(manyOf(text));

/** A row's state, as the kind wrote it. */
export const readState = stateDoor<CallState>({
  id: text,
  call_type: oneOf(CALL_TYPES),
  term: oneOf(TERMS),
  entry_mode: oneOf(ENTRY_MODES),
  entry_low: number,
  entry_high: number,
  comes_from: optional(oneOf(['above', 'below'])),
  target: number,
  stops: manyOf(shape({ from: number, price: number, last: optional(number) }), 1),
  status: oneOf(CALL_STATUSES),
  published_at: number,
  entry_until: number,
  expires_at: number,
  entry: orNull(shape({ price: number, ts: number })),
  exit: orNull(shape({ price: number, ts: number, reason: text })),
  exit_request: orNull(shape({ ts: number, reason: text })),
  adjusted_on: manyOf(text),
  frozen: flag,
  not_judgeable: optional(notJudgeable),
  trusted_days: days,
  skipped_days: days,
  untraded_days: days,
  untraded_before: days,
});
