import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { describe, expect, test } from 'vitest';
import { environmentOrigin, readEnvironment } from './usable-environment.ts';

const neem = ENVIRONMENTS[0]!;

test('all fifty can be used, as they are', () => {
  for (const one of ENVIRONMENTS) expect(readEnvironment(one)).toEqual({ environment: one });
});

test.each([
  ['https://advice.neem.example', 'https://advice.neem.example'],
  ['http://neem.localhost:4000/', 'http://neem.localhost:4000'],
  ['HTTPS://Advice.Neem.example:443', 'https://advice.neem.example'],
  ['advice.neem.example', null],
  ['', null],
  ['https://', null],
  ['javascript:alert(1)', null],
  ['ftp://neem.example', null],
  ['https://who:secret@neem.example', null],
  ['https://neem.example/advice', null],
  ['https://neem.example/?a=1', null],
  ['https://neem.example/#a', null],
])('the origin of %j is %j', (address, origin) => expect(environmentOrigin(address)).toBe(origin));

describe('what can’t be used is refused by its path', () => {
  test.each([
    ['hostUrl', ''],
    ['hostUrl', 'advice.neem.example'],
    ['hostUrl', 'https://neem.example/advice'],
    ['primaryColor', '"/><script>alert(1)</script>'],
    ['primaryColor', 'red'],
    ['secondaryColor', '#12345g'],
    ['secondaryColor', '#1234567'],
    ['width', 1e9],
    ['width', -1],
    ['width', Number.NaN],
    ['utm_source', ''],
    ['utm_source', 'Neem [here](/evil)'],
    ['utm_source', '**Neem**'],
    ['utm_source', 'Neem {registration-no}'],
    ['utm_source', '<b>Neem'],
    ['utm_source', 'Neem\r\nBcc: all'],
    ['utm_source', 'N'.repeat(81)],
    ['logo', 'https://cdn.example/neem.svg'],
    ['logo', '//cdn.example/neem.svg'],
    ['chatBannerWeb', 'https://cdn.example/a.png'],
    ['chatBannerMobile', '/\\cdn.example/a.png'],
    ['chatSlidingBanner', 'neem.png'],
    ['expertBuzzSlidingBanner', '/a.png, /b.png 2x'],
    ['newsSection', ''],
    ['landingPageBackground', '/a".png'],
  ])('%s: %j', (field, value) => expect(readEnvironment({ ...neem, [field]: value })).toEqual({ paths: [field] }));
});

test('a partner’s own pictures, names and colours are used', () => {
  for (const change of [{ logo: '' }, { logo: '/files/neem-2.png?v=3' }, { utm_source: 'Roy’s & Söhne, Kārma' }, { primaryColor: '#ABCDEF' }, { width: 600 }])
    expect(readEnvironment({ ...neem, ...change })).toEqual({ environment: { ...neem, ...change } });
});
