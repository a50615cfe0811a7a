import { expect, test } from 'vitest';
import { myOptionsUrl, parseMyOptions } from './my-options-url.ts';

const view = (address: string) => parseMyOptions(new URL(address, 'http://portal').searchParams);

test.each(['/past-strategy-options', '/past-strategy-options?tab=closed', '/past-strategy-options?tab=cancelled&reco=opt_1'])(
  '%s is read and written alike',
  (address) => expect(myOptionsUrl(view(address))).toBe(address),
);

test('what no screen writes falls back to the default', () => {
  expect(view('/past-strategy-options?tab=won&reco=<script>')).toEqual({ tab: 'open', reco: '' });
});
