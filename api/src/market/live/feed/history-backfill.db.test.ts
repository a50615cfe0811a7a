import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '../staged-line.testing.ts';
import { at, INFY, minute, StoredFeed, short } from './stored-feed.testing.ts';

const stage = await StoredFeed.open();
afterAll(() => stage.end());
beforeEach(() => stage.reset());

test('nothing after a gap is known before the minutes of the gap are, which are read as minutes', async () => {
  await stage.opened('03:45:30');
  stage.line.say('lost', 'Kite ended the connection.');
  stage.now = at('03:45:40');
  await stage.feed.refresh();
  expect(stage.until(null)).toBe('03:45:27');
  await stage.pass('03:45:41', '03:45:50');
  expect(stage.until(null)).toBe('03:45:27 stale');
  stage.now = at('03:47:10');
  stage.line.say('open');
  await stage.second('03:47:11', { INFY: { price: 1490 }, TCS: { price: 3890 } });
  await stage.second('03:47:30', { INFY: { price: 1495 } });
  expect(stage.until()).toBe('03:45:27 gap');
  expect(await stage.bars('03:45:27', '03:48:00')).toEqual([]);
  stage.line.past.set('INFY', [
    minute('03:45:00', 1500, 1508, 1499, 1507),
    minute('03:46:00', 1507, 1515, 1485, 1488),
    minute('03:47:00', 1488, 1496, 1480, 1496),
  ]);
  stage.line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900), minute('03:47:00', 3900, 3900, 3890, 3890)]);
  await stage.pass('03:48:00', '03:48:06');
  await vi.waitFor(
    async () => {
      await stage.feed.refresh();
      expect(stage.until(null)).toBe('03:48:03');
    },
    { timeout: 10_000 },
  );
  expect((await stage.bars('03:45:26', '03:47:13')).map(short)).toEqual([
    '03:45:26-03:45:27 1500 1500 1500 1500',
    '03:45:27-03:46:00 1500 1508 1499 1507 minute',
    '03:46:00-03:47:00 1507 1515 1485 1488 minute',
    // Of the third minute what came later was seen: neither its high nor its low, so both were in the missed part.
    '03:47:00-03:47:12 1488 1496 1480 1490 minute',
    '03:47:12-03:47:13 1490 1490 1490 1490',
  ]);
  expect(stage.line.asked.length, 'nobody is asked each second for what is not there yet').toBeLessThan(12);
});

test('what a gap brought is told with the instant at which it began', async () => {
  await stage.opened('03:45:30');
  stage.line.say('lost');
  stage.now = at('03:46:00');
  stage.line.say('open');
  stage.line.past.set('INFY', [minute('03:45:00', 1500, 1508, 1499, 1507)]);
  const told: (Date | null)[] = [];
  for (let n = 1; n < 20; n++) {
    told.push(await stage.second(`03:46:${String(n).padStart(2, '0')}`));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(told).toContainEqual(at('03:45:27'));
});

test('where a share’s volume is the same before and after a gap nothing traded, and nobody is asked', async () => {
  await stage.second('03:44:59');
  await stage.second('03:45:00', { INFY: { price: 1500, volume: 70 }, TCS: { price: 3900, volume: 70 } });
  await stage.pass('03:45:01', '03:45:30');
  stage.line.say('lost');
  stage.now = at('03:45:40');
  stage.line.say('open');
  await stage.second('03:45:41', { INFY: { price: 1500, volume: 70 }, TCS: { price: 3900, volume: 71 } });
  stage.line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900)]);
  await stage.pass('03:45:42', '03:46:10');
  await vi.waitFor(async () => {
    await stage.feed.refresh();
    expect(stage.until(null)).toBe('03:46:07');
  });
  expect(stage.line.asked).toEqual(['TCS 03:45-03:46']);
  expect((await stage.bars('03:45:30', '03:45:32')).map(short)).toEqual(['03:45:30-03:45:31 1500 1500 1500 1500', '03:45:31-03:45:32 1500 1500 1500 1500']);
});

test('a restart goes on where it was: same bars, same segment, and a gap from the last second that was stored', async () => {
  await stage.opened('03:46:20');
  await stage.second('03:46:21', { INFY: { price: 1502 } });
  await stage.pass('03:46:22', '03:46:30');
  const before = { bars: (await stage.bars('03:44:00', '03:46:27')).map(short), text: await stage.feed.segment(INFY, '2026-11-20', 87, stage.now) };
  expect(before.bars.length).toBe(87);
  stage.now = at('03:46:40');
  await stage.start();
  await stage.pass('03:46:41', '03:46:50');
  expect(stage.until()).toBe('03:46:27 gap');
  expect({ bars: (await stage.bars('03:44:00', '03:46:50')).map(short), text: await stage.feed.segment(INFY, '2026-11-20', 87, stage.now) }).toEqual(before);
  stage.line.past.set('INFY', [minute('03:46:00', 1500, 1502, 1500, 1502)]);
  stage.line.past.set('TCS', [minute('03:46:00', 3900, 3900, 3900, 3900)]);
  await stage.pass('03:46:51', '03:47:06');
  await vi.waitFor(async () => {
    await stage.feed.refresh();
    expect(stage.until(null)).toBe('03:47:03');
  });
});

test('a gap that the broker’s history can’t fill any more is filled by the day’s file, as one long bar', async () => {
  await stage.opened('03:45:30');
  stage.line.say('refused', refusal.message);
  stage.line.fault = refusal;
  stage.now = new Date('2026-11-23T03:00:00Z');
  await stage.feed.refresh();
  expect(stage.feed.remarks()[0]).toContain('Kite refuses the key or the access token. No prices come in until there is a new one');
  expect(stage.until()).toBe('03:45:27 gap');
  await stage.importFile(1555);
  await stage.feed.refresh();
  await vi.waitFor(async () => {
    await stage.feed.refresh();
    expect(stage.feed.complete('INFY', stage.now)).toMatchObject({ until: stage.now });
  }, 5000);
  expect((await stage.bars('03:45:26', '10:00:00')).map(short)).toEqual(['03:45:26-03:45:27 1500 1500 1500 1500', '03:45:27-09:45:00 1500 1555 1500 1500 day']);
});
