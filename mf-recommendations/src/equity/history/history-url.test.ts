import { expect, test } from 'vitest';
import { historyUrl, parseHistory } from './history-url.ts';

test.each(['/past-recommendations', '/past-recommendations?tab=closed', '/past-recommendations?tab=cancelled&term=intraday&reco=c_1'])(
  '%s reads back',
  (url) => {
    expect(historyUrl(parseHistory(new URL(url, 'https://x').searchParams))).toBe(url);
  },
);
test('unknown values fall back to the default', () => {
  expect(parseHistory(new URLSearchParams('tab=x&term=y&reco=../z'))).toEqual({ tab: 'open', term: 'all', reco: '' });
});
