import type { DemoBooking } from '@vimarsh/shared/contract/booking/types.ts';
import { DEMO_MINUTES, startOf } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { BRAND, BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';

/** RFC 5545, 3.3.5: an instant in UTC, `20261125T050000Z`. */
const instant = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** RFC 5545, 3.3.11: these four would end a value or begin another. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

const MOST_OCTETS = 75;
/** RFC 5545, 3.1: no line above 75 octets; what is longer goes on after a line end and a space, and no character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MOST_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return out;
}

interface Place {
  /** Name of the site. */
  readonly site: string;
  /** Where the demo can be moved or cancelled. */
  readonly url: string;
  readonly now: Date;
}

/** A demo for the calendar of its booker. The same demo at another time has the same UID, so that it replaces the entry of before. */
export function demoIcs(demo: DemoBooking, { site, url, now }: Place): string {
  const start = startOf(demo);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${BRAND_TITLE}//Demo booking//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:demo-${demo.id}@${BRAND}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(start)}`,
    `DTEND:${instant(new Date(start.getTime() + DEMO_MINUTES * 60_000))}`,
    `SUMMARY:${escaped(`Demo of ${site}`)}`,
    `DESCRIPTION:${escaped(`${demo.slot} IST, ${DEMO_MINUTES} minutes. Move or cancel it at ${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The name of its file. */
export const icsName = ({ date }: DemoBooking): string => `${BRAND}-demo-${date}.ics`;
