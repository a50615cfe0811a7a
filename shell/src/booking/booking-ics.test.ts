import { expect, test } from 'vitest';
import { demoIcs, icsName } from './booking-ics.ts';

const demo = { id: '01JD', date: '2026-11-25', slot: '10:30', status: 'new' } as const;
const place = { site: 'Neem Securities', url: 'https://neem.example/book-demo', now: new Date('2026-11-20T06:00:00Z') };

/** Reads a calendar file as RFC 5545 tells readers to: lines end with CRLF, unfold, name and value part at the first colon, unescape. */
function read(text: string): Record<string, string> {
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', ''), 'no line ends otherwise').not.toMatch(/[\r\n]/);
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      const value = line.slice(at + 1).replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));
      return [line.startsWith('BEGIN') || line.startsWith('END:') ? line : line.slice(0, at), value];
    }),
  );
}

test('the file reads back as the demo that was booked: half an hour, in UTC', () => {
  expect(read(demoIcs(demo, place))).toEqual({
    'BEGIN:VCALENDAR': 'VCALENDAR',
    VERSION: '2.0',
    PRODID: '-//Vimarsh//Demo booking//EN',
    METHOD: 'PUBLISH',
    'BEGIN:VEVENT': 'VEVENT',
    UID: 'demo-01JD@vimarsh',
    DTSTAMP: '20261120T060000Z',
    DTSTART: '20261125T050000Z',
    DTEND: '20261125T053000Z',
    SUMMARY: 'Demo of Neem Securities',
    DESCRIPTION: '10:30 IST, 30 minutes. Move or cancel it at https://neem.example/book-demo',
    URL: 'https://neem.example/book-demo',
    'END:VEVENT': 'VEVENT',
    'END:VCALENDAR': 'VCALENDAR',
  });
});

test('names with commas, semicolons, back strokes and letters of several octets come through, and no line is longer than 75 octets', () => {
  const site = `Śrī & Sons, Brokers; "Old" \\ House ${'नीम सिक्योरिटीज़ '.repeat(8)}`.trim();
  const text = demoIcs(demo, { ...place, site });
  expect(read(text).SUMMARY).toBe(`Demo of ${site}`);
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

test('a moved demo replaces the entry of before, under the same UID', () => {
  const moved = read(demoIcs({ ...demo, date: '2026-11-26', slot: '17:30' }, { ...place, now: new Date('2026-11-21T06:00:00Z') }));
  expect(moved).toMatchObject({ UID: 'demo-01JD@vimarsh', DTSTAMP: '20261121T060000Z', DTSTART: '20261126T120000Z', DTEND: '20261126T123000Z' });
});

test('the file is named by its day', () => expect(icsName(demo)).toBe('vimarsh-demo-2026-11-25.ics'));
