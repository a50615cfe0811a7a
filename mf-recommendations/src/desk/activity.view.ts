import type { Activity } from '@vimarsh/shared/contract/calls/desk.ts';
import { formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { outcomeLabel, raisedLabel } from '@vimarsh/shared/ui/calls/rail.ts';

/** "Stop-loss reached: INFY short-term call by Ananya Rao. Result −3.42%." (product A.7): gains and losses in one form. */
export function activityText({ what, stock, call_type, term, status, expert, made }: Activity): string {
  const name = `${stock} ${TERM_LABEL[term].name.toLowerCase().replace(' ', '-')} ${call_type} call by ${expert.full_name}`;
  if (what === 'published') return `Published: ${name}.`;
  if (what === 'entered') return `Entry reached: ${name}.`;
  const ended = status === 'sl_hit' && made != null && made > 0 ? raisedLabel(call_type) : outcomeLabel(status);
  return `${ended}: ${name}.${made == null ? '' : ` Result ${formatPercent(made)}.`}`;
}
