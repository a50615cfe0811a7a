import type { EmbedSession, StreamEvent, SubjectValue } from '@vimarsh/shared/contract/embed.contract.ts';
import type { Sentiment } from '@vimarsh/shared/contract/insights.contract.ts';

/**
 * Hand-sized checks of what comes from the API: the fields the widgets can't do without (a schema library would cost as
 * much as a widget).
 */
type Loose = Record<string, unknown>;
const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const areText = (value: Loose, ...names: string[]): boolean => names.every((name) => typeof value[name] === 'string');

export const isSentiment = (value: unknown): value is Sentiment =>
  isRecord(value) && areText(value, 'symbol', 'as_of', 'phase') && typeof value.ltp === 'number' && Array.isArray(value.drivers);

/** By widget: whether data are what its view can draw. */
const DATA: Record<string, (data: unknown) => boolean> = { 'market-sentiment': isSentiment };

export const isValue = (value: unknown): value is SubjectValue =>
  isRecord(value) && areText(value, 'widget', 'code') && (DATA[value.widget as string]?.(value.data) ?? false);

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
