import type { StreamEvent } from '@vimarsh/shared/contract/embed/events.ts';
import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { SubjectValue, WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';

/**
 * Hand-sized checks of what comes from the API: the fields the widgets can't do without (a schema library would cost as
 * much as a widget).
 */
type Loose = Record<string, unknown>;
const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const areLists = (value: Loose, ...names: string[]): boolean => names.every((name) => Array.isArray(value[name]));
const areParts = (value: Loose, ...names: string[]): boolean => names.every((name) => isRecord(value[name]));
const areText = (value: Loose, ...names: string[]): boolean => names.every((name) => typeof value[name] === 'string');

const isSentiment = (value: unknown): value is Sentiment =>
  isRecord(value) && areText(value, 'symbol', 'as_of', 'phase') && typeof value.ltp === 'number' && areLists(value, 'drivers');

const isEquity = (value: unknown): value is EquityInsight =>
  isRecord(value) &&
  areText(value, 'symbol', 'as_of', 'phase', 'disclaimer') &&
  areParts(value, 'quote', 'rating', 'consensus') &&
  areLists(value, 'readings', 'facts', 'risk', 'signals', 'actions', 'peers', 'methods');
const isOptions = (value: unknown): value is OptionsInsight =>
  isRecord(value) &&
  areText(value, 'symbol', 'expiry', 'as_of', 'state', 'disclaimer') &&
  areParts(value, 'forward', 'totals', 'risk') &&
  areLists(value, 'expiries', 'figures', 'rows', 'term', 'intraday', 'iv_history', 'methods');

/** By widget: whether data are what its view can draw. */
export const DATA = { 'market-sentiment': isSentiment, 'equity-insights': isEquity, 'options-insights': isOptions } satisfies Record<
  WidgetName,
  (data: unknown) => boolean
>;

export const isValue = (value: unknown): value is SubjectValue =>
  isRecord(value) && areText(value, 'widget', 'code') && (DATA[value.widget as WidgetName]?.(value.data) ?? false);

/** Nothing changes until the market opens again. */
export const isClosed = (data: SubjectValue['data']): boolean => ('phase' in data ? data.phase === 'closed' : data.state !== 'open');

export const isSession = (value: unknown): value is EmbedSession =>
  isRecord(value) &&
  areText(value, 'token', 'cursor') &&
  typeof value.expires_in === 'number' &&
  isRecord(value.theme) &&
  Array.isArray(value.values) &&
  value.values.every(isValue) &&
  Array.isArray(value.refused) &&
  value.refused.every((each) => isRecord(each) && areText(each, 'subject', 'code', 'text'));

/** The payload of a stream's event, or null when it is none. */
export function eventOf(type: StreamEvent, text: string): Loose | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(data)) return null;
  if (type === 'value') return isValue(data) ? data : null;
  if (type === 'delta') return areText(data, 'widget', 'code') && isRecord(data.set) ? data : null;
  if (type === 'refused') return typeof data.grant === 'number' && areText(data, 'code', 'text') ? data : null;
  if (type === 'bye') return typeof data.retry_ms === 'number' ? data : null;
  return data;
}
