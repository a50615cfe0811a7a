import { beforeEach, expect, test, vi } from 'vitest';
import { readClock } from '../../contract/market/routes.ts';
import { ok, sessionWith, signedIn } from '../testing.ts';

// A file that does not come, as where the line has just gone.
vi.mock('./keeper.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
beforeEach(() => localStorage.clear());

test('where what renews tokens can’t be fetched, a refused call counts as unanswered and nobody is signed out', async () => {
  const { session } = sessionWith(({ url }) =>
    url === '/market/v1/clock' ? { http: 401, body: { status: false, code: 'SESSION_ENDED', validation: 'Your session has ended' } } : ok(null),
  );
  await signedIn(session);
  expect(await session.request(readClock, {}, { quiet: true })).toMatchObject({ status: false, code: 'UNREACHABLE' });
  expect(session.snapshot().signedIn).toBe(true);
});
