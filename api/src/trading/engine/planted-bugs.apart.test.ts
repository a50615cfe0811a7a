import { afterAll, afterEach, beforeAll, describe, test, vi } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { bugFound } from './planted-bugs.testing.ts';

const FAULTS = { calls: 0.35, kills: 0.02 };
const RECORDS = '@vimarsh/shared/domain/trading/order/order-record.ts';
type Records = typeof import('@vimarsh/shared/domain/trading/order/order-record.ts');

/** Modules are taken out of the server while it runs, so these have a process to themselves. */
describe.each(await featureDatabase())('bugs planted in the engine (%s)', (database) => {
  let served: TestPlatform;
  beforeAll(async () => {
    served = await openPlatform({ database });
  });
  afterAll(() => served.end());
  afterEach(() => {
    vi.doUnmock(RECORDS);
    vi.doUnmock('./compare-books.ts');
    vi.resetModules();
  });

  test.each<[string, RegExp, () => void]>([
    [
      'rejects what three books did not have',
      /is rejected without the broker’s word/,
      () =>
        vi.doMock('./compare-books.ts', async (actual) => {
          const real = await actual<typeof import('./compare-books.ts')>();
          const looks = new Map<string, number>();
          const lookedFor = (id: string): number => looks.set(id, (looks.get(id) ?? 0) + 1).get(id)!;
          return {
            compareBooks(...[orders, read]: Parameters<typeof real.compareBooks>) {
              const { compared, differences } = real.compareBooks(orders, read);
              const spoilt = compared.map((each) =>
                each.record.state === 'unknown' && lookedFor(each.order.id) >= 3
                  ? { ...each, record: { ...each.record, state: 'rejected' as const, unknown_since: null } }
                  : each,
              );
              return { compared: spoilt, differences };
            },
          };
        }),
    ],
    [
      'counts no fill of an order that is not filled whole',
      /lost \d of its fills/,
      () =>
        vi.doMock(RECORDS, async (actual) => {
          const real = await actual<Records>();
          const hearBroker: Records['hearBroker'] = (order, report, heard) =>
            real.hearBroker(order, report.state === 'complete' ? report : { ...report, filled: order.filled }, heard);
          return { ...real, hearBroker };
        }),
    ],
    [
      'believes a book that is older than what it knows',
      /came back to life/,
      () =>
        vi.doMock(RECORDS, async (actual) => {
          const real = await actual<Records>();
          const hearBroker: Records['hearBroker'] = (order, report, heard) =>
            real.hearBroker(order, report, heard.book === null ? heard : { ...heard, book: order.look + 1 });
          return { ...real, hearBroker };
        }),
    ],
  ])('S2.1-ROUTE-19: an engine that %s is found', { timeout: 60_000 }, async (what, found, spoil) => {
    spoil();
    vi.resetModules();
    const { playHistory: playSpoilt } = await import('./histories.testing.ts');
    await bugFound(found, 100 + what.length, (seed) => playSpoilt(served.platform, seed, FAULTS));
  });
});
