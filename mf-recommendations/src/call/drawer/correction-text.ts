import type { CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import type { Standing } from '@vimarsh/shared/domain/calls/correction.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';

/** What a correction by two people says of a call: title, and both numbers with the reason. */
export function correctionText(payload: CallEvent['payload']): [title: string, detail: string] {
  const { decision, corrects, day, before, after, reason, evidence, sha256 } = payload;
  const said = [reason, evidence && `Shown by: ${evidence}`, sha256 && `File with SHA-256 ${sha256}`].filter((one) => typeof one === 'string' && one !== '');
  const words = [numbers(before as Standing | undefined, after as Standing | undefined), ...said]
    .filter(Boolean)
    .map((one) => String(one).replace(/\.?$/, '.'));
  const by = `Two people of this site corrected event ${String(corrects)}.`;
  if (decision === 'go_on') return [`Resumed${typeof day === 'string' ? ` from ${formatDay(day)}` : ''}`, [by, ...words].join(' ')];
  return [decision === 'void' ? 'Taken out by a correction' : 'Corrected', [by, ...words].join(' ')];
}

/** "Stop-loss reached at ₹95.00 → Target reached at ₹110.00". */
export function numbers(before: Standing | undefined, after: Standing | undefined): string {
  if (!before?.status || !after?.status) return '';
  if (before.entry !== after.entry) return `Entered ${formatInr(before.entry)} → ${formatInr(after.entry)}`;
  const end = ({ status, exit }: Standing): string => (exit === null ? outcomeLabel(status) : `${outcomeLabel(status)} at ${formatInr(exit)}`);
  return before.status === after.status && before.exit === after.exit ? '' : `${end(before)} → ${end(after)}`;
}
