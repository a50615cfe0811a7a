import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { OptionCall, OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { adjustedText } from '../call/drawer/adjusted-text.ts';
import { correctionText } from '../call/drawer/correction-text.ts';
import { notJudgeableText, unsettledText } from '../call/drawer/not-judgeable.ts';
import { firstText, flagWords, type TimelineItem } from '../call/drawer/timeline-words.ts';
import { levelText } from './option-words.ts';

type Event = OptionDetail['events'][number];

const DECIDED: Readonly<Record<string, string>> = {
  target_hit: 'Target reached, exit in a minute',
  sl_hit: 'Stop-loss reached, exit in a minute',
  exited: 'Early exit decided, exit in a minute',
  expired: 'Validity ended, exit in a minute',
};

/** What a corporate action made of strikes, lot, prices of entry and levels; nothing where the event is older and tells its factor only. */
function bothNumbers({ before, after }: Event['payload'], basis: OptionCall['level_basis']): string[] {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return [];
  const [from, to] = [before, after] as [Partial<Terms>, Partial<Terms>];
  const list = (numbers: readonly number[]): string => numbers.map((number) => formatNumber(number, Number.isInteger(number) ? 0 : 2)).join(', ');
  const pair = (name: string, one: string | undefined, other: string | undefined): string[] =>
    one !== undefined && other !== undefined ? [`${name} ${one} → ${other}`] : [];
  const strikes = (terms: Partial<Terms>) => terms.strikes && list(terms.strikes.filter((strike) => strike > 0));
  const level = (value: number | undefined) => (value === undefined ? undefined : levelText(basis, value));
  return [
    [
      ...pair('Strikes', strikes(from), strikes(to)),
      ...pair('lot', from.lot_size?.toString(), to.lot_size?.toString()),
      ...pair('entered at', from.entries && list(from.entries), to.entries && list(to.entries)),
      ...pair('target', level(from.target), level(to.target)),
      ...pair('stop-loss', level(from.stop_loss), level(to.stop_loss)),
    ].join('; '),
  ].filter(Boolean);
}
interface Terms {
  readonly strikes: readonly number[];
  readonly lot_size: number;
  readonly entries?: readonly number[];
  readonly target: number;
  readonly stop_loss: number;
}

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
    case 'not_judgeable':
      return ['Not judgeable', notJudgeableText(payload as NotJudgeable)];
    case 'judgeable':
      return ['Judged again', `From ${formatDay(firstText(payload.day))} on.`];
    case 'correction':
      return correctionText(payload);
    case 'unjudged':
      return ['Ended, not judgeable', unsettledText(firstText(payload.day))];
    case 'corp_adjust':
      return [
        'Levels adjusted for a corporate action',
        typeof payload.ratio === 'number' && typeof payload.ex_date === 'string'
          ? [...adjustedText(payload), ...bothNumbers(payload, level_basis)].join('. ')
          : '',
      ];
    case 'post_mortem':
      return ['Post-mortem by the expert', firstText(payload.text, payload.note)];
    case 'admin_flag':
      return flagWords(payload.flag, payload.note, payload.reason);
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
