import type { OptionCall, OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { TimelineItem } from '../call/timeline.view.ts';
import { levelText } from './option-words.ts';

type Event = OptionDetail['events'][number];

const firstText = (...given: unknown[]): string => (given.find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? '';
const FLAGS: Readonly<Record<string, [string, string]>> = {
  expert_suspended: ['Expert suspended', 'The author can no longer change anything. The price still closes the call.'],
  expert_restored: ['Expert restored', ''],
};
const DECIDED: Readonly<Record<string, string>> = {
  target_hit: 'Target reached, exit in a minute',
  sl_hit: 'Stop-loss reached, exit in a minute',
  exited: 'Early exit decided, exit in a minute',
  expired: 'Validity ended, exit in a minute',
};

function titleAndDetail({ type, payload }: Event, { level_basis }: Pick<OptionCall, 'level_basis'>): [string, string] {
  switch (type) {
    case 'publish':
      return ['Published', ''];
    case 'entry_fill':
      return ['Entered at the prices a follower got', ''];
    case 'closing':
      return [DECIDED[firstText(payload.as)] ?? 'End decided', ''];
    case 'tighten_sl':
      return [typeof payload.stop_loss === 'number' ? `Stop-loss moved to ${levelText(level_basis, payload.stop_loss)}` : 'Stop-loss moved', ''];
    case 'note':
      return ['Note by the expert', firstText(payload.note, payload.text)];
    case 'stale':
      return ['A leg has no quote', 'Nothing closes the call until every leg has one.'];
    case 'quoted':
      return ['All legs are quoted again', ''];
    case 'target_hit':
      return ['Target reached', ''];
    case 'sl_hit':
      return ['Stop-loss reached', ''];
    case 'exit_request':
      return ['Early exit requested', firstText(payload.reason)];
    case 'exited':
      return ['Exited early', firstText(payload.reason)];
    case 'expired':
      return ['Expired', firstText(payload.settlement)];
    case 'lapsed':
      return ['Entry not triggered', 'The price did not reach the entry in time. The call is listed and not counted.'];
    case 'cancelled':
      return ['Cancelled', firstText(payload.reason)];
    case 'corp_adjust':
      return [
        'Levels adjusted for a corporate action',
        typeof payload.ratio === 'number' && typeof payload.ex_date === 'string'
          ? `Factor ${formatNumber(payload.ratio, 2)}, ex-date ${formatDay(payload.ex_date)}`
          : '',
      ];
    case 'post_mortem':
      return ['Review by the expert', firstText(payload.text, payload.note)];
    case 'admin_flag':
      return FLAGS[firstText(payload.flag)] ?? ['Marked by compliance', firstText(payload.note, payload.reason)];
  }
}

/** One line of an option call's timeline. Gains and losses use the same wording. */
export function optionTimelineItem(event: Event, call: Pick<OptionCall, 'level_basis'>): TimelineItem {
  const [title, words] = titleAndDetail(event, call);
  const { at } = event.payload;
  const late = typeof at === 'string' ? `By the prices of ${formatIst(at)}, which arrived later.` : '';
  return {
    n: event.n,
    title,
    detail: [words, late].filter(Boolean).join(' '),
    ts: event.ts,
    mark: event.hash.slice(0, 8),
    hash: event.hash,
    bar: null,
  };
}
