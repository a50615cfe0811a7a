import { expect, test } from 'vitest';
import { NO_FILTER, parseStore, storeUrl } from './store-url.ts';

test('a view comes back from its address, which holds only what differs', () => {
  const view = { q: 'rao', profession: 'Analyst', sector: 'IT', term: 'longTerm', followed: true, sort: 'name' } as const;
  expect(storeUrl('/expert-store', NO_FILTER)).toBe('/expert-store');
  expect(parseStore(new URL(storeUrl('/expert-store', view), 'http://x').searchParams)).toEqual(view);
});

test.each(['q=%00', `q=${'a'.repeat(61)}`, 'profession=Wizard', 'term=forever', 'sort=followers', `sector=${'b'.repeat(41)}`, 'q=%ED%A0%80'])(
  '%s asks for nothing that the server would refuse',
  (search) => {
    const { q, ...rest } = parseStore(new URLSearchParams(search));
    expect({ q: '', ...rest }).toEqual(NO_FILTER);
    expect(q.length).toBeLessThanOrEqual(60);
  },
);
