import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import type { CallEvent } from '@vimarsh/shared/contract/calls/types.ts';
import type { AdjustedLevels } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import type { RecordedBar } from '@vimarsh/shared/domain/calls/equity/price-evidence.ts';
import type { Untraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { type PriceSource, priceSegment } from '@vimarsh/shared/domain/market/price-source.ts';
import { formatDay, formatInr, formatIst, formatIstTime, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { actionName, adjustedText } from '../../call/drawer/adjusted-text.ts';
import { correctionText } from '../../call/drawer/correction-text.ts';
import { notJudgeableText, unjudgedText } from '../../call/drawer/not-judgeable.ts';
import { type BarItem, firstText, flagWords, type TimelineItem } from '../../call/drawer/timeline-words.ts';

/** The bar of an event in words; null where there is none, or none that can be read. */
function barItem({ bar, source }: CallEvent['payload']): BarItem | null {
  if (typeof bar !== 'object' || bar === null) return null;
  const { interval, from, open, high, low, close } = bar as RecordedBar;
  const { kind, name = '', sha256 = '' } = (source ?? {}) as Partial<PriceSource>;
  const when = interval === 'day' ? `Day of ${formatDay(from)}` : `Second from ${formatIstTime(from)}`;
  return {
    text: `${when}: open ${formatInr(Number(open))}, high ${formatInr(Number(high))}, low ${formatInr(Number(low))}, close ${formatInr(Number(close))}.`,
    from: kind === 'file' ? `File ${name}` : kind === 'segment' ? `Feed ${name}` : '',
    to: kind === 'segment' ? priceSegment(name) : '',
    sha256,
  };
}

const priced = (title: string, price: unknown): string => (typeof price === 'number' ? `${title} at ${formatInr(price)}` : title);

const GAP = 'The market opened beyond the level, so the opening price counts.';
const BASIS: Readonly<Record<string, string>> = {
  gap: GAP,
  both: 'One price bar reached both target and stop-loss, so the stop-loss counts.',
  close: 'Closing price of the last day of validity.',
};

/** Each level before and after a corporate action, which only entered calls go through; nothing where the event is older and tells its factor only. */
function bothNumbers({ before, after }: CallEvent['payload']): string[] {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return [];
  const [from, to] = [before, after] as [Partial<AdjustedLevels>, Partial<AdjustedLevels>];
  const words = (['entry', 'target', 'stop_loss'] as const).flatMap((key) => {
    const [old, now] = [from[key], to[key]];
    return typeof old === 'number' && typeof now === 'number' ? [`${ADJUSTED[key]} ${formatInr(old)} → ${formatInr(now)}`] : [];
  });
  return words.length > 0 ? [words.join(', ')] : [];
}
const ADJUSTED = { entry: 'Entered', target: 'target', stop_loss: 'stop-loss' } as const;

const promisedText = (potential: number): string =>
  `Potential as published ${formatPercent(potential)}: from the published price to the target. It is not a forecast of profit.`;

/** One line of a call's timeline. Gains and losses use the same wording. `potential`: what the call promised when it was published, %. */
export function timelineItem(event: CallEvent, potential?: number): TimelineItem {
  const { payload } = event;
  const titleAndDetail = (): [string, string] => {
    switch (event.type) {
      case 'publish':
        return ['Published', potential === undefined ? '' : promisedText(potential)];
      case 'entry_fill':
        return [priced('Entry reached', payload.price), ''];
      case 'tighten_sl':
        return [`Stop-loss moved to ${formatInr(payload.stop_loss as number)}`, ''];
      case 'note':
        return ['Note by the expert', firstText(payload.note, payload.text)];
      case 'target_hit':
        return [priced('Target reached', payload.price), BASIS[String(payload.basis)] ?? ''];
      case 'sl_hit':
        return [priced('Stop-loss reached', payload.price), BASIS[String(payload.basis)] ?? ''];
      case 'exit_request':
        return ['Early exit requested', firstText(payload.reason)];
      case 'exited':
        return [priced('Exited early', payload.price), firstText(payload.reason)];
      case 'expired':
        return [priced('Expired', payload.price), BASIS[String(payload.basis)] ?? ''];
      case 'lapsed':
        return ['Entry not triggered', 'The price did not reach the entry in time. The call is listed and not counted.'];
      case 'cancelled':
        return ['Cancelled', firstText(payload.reason)];
      case 'corp_adjust':
        return [
          `Levels adjusted for a ${actionName(payload.action)}`,
          typeof payload.ratio === 'number' && typeof payload.ex_date === 'string' ? [...adjustedText(payload), ...bothNumbers(payload)].join('. ') : '',
        ];
      case 'not_judgeable':
        return ['Not judgeable', notJudgeableText(payload as NotJudgeable)];
      case 'unjudged':
        return ['Ended, not judgeable', unjudgedText(firstText(payload.day), payload.cause as Untraded)];
      case 'judgeable':
        return ['Judged again', `From ${formatDay(firstText(payload.day))} on.`];
      case 'correction':
        return correctionText(payload);
      case 'post_mortem':
        return ['Post-mortem by the expert', firstText(payload.text, payload.note)];
      case 'admin_flag':
        return flagWords(payload.flag, payload.note, payload.reason);
    }
  };
  const [title, words] = titleAndDetail();
  // What prices did before they were known here.
  const late = typeof payload.at === 'string' ? `By the prices of ${formatIst(payload.at)}, which arrived later.` : '';
  return {
    n: event.n,
    title,
    detail: [words, late].filter(Boolean).join(' '),
    ts: event.ts,
    mark: event.hash.slice(0, 8),
    hash: event.hash,
    bar: barItem(payload),
  };
}
