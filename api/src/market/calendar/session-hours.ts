import type { SpecialHours } from '@vimarsh/shared/domain/market/calendar.data.ts';

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]\d|2[0-3]):([0-5]\d)$/;
/** Without another time, orders are collected for so long before a session. */
const PREOPEN_MINUTES = 15;

/** Hours written as `18:00-19:00`, with a pre-open of a quarter of an hour where no other is given; null for anything else. */
export function sessionHours(text: string, preopen?: string): SpecialHours | null {
  const match = HOURS.exec(text.trim());
  if (!match) return null;
  const [open, close] = [`${match[1]}:${match[2]}`, `${match[3]}:${match[4]}`];
  const minutes = Number(match[1]) * 60 + Number(match[2]) - PREOPEN_MINUTES;
  if (close <= open || (preopen === undefined && minutes < 0)) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  return { preopen: preopen ?? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, open, close };
}
