import { describe, expect, test } from 'vitest';
import { environment } from '../../../contract/partners/types.ts';
import { environmentOfHost } from '../../access/user-type.ts';
import { HOUSE_THEME, partnerTheme } from '../theme.ts';
import { ENVIRONMENTS } from './environments.ts';

const byKey = (key: string) => ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === key)!;
const keysWhere = (test: (one: (typeof ENVIRONMENTS)[number]) => boolean) => ENVIRONMENTS.filter(test).map(({ utm_source_str }) => utm_source_str);

/** Luminance contrast of a colour with white, WCAG 2. */
function contrastWithWhite(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

test.each([
  ['width', 'S3-ENV-01'],
  ['isVimarshAuth', 'S3-ENV-02, S3-ENV-A01'],
  ['utm_source', 'S3-ENV-03'],
  ['utm_source_str', 'S3-ENV-04'],
  ['title', 'S3-ENV-05'],
  ['logo', 'S3-ENV-06'],
  ['brokerId', 'S3-ENV-07'],
  ['optionsTrade', 'S3-ENV-08'],
  ['isTradeAvailable', 'S3-ENV-09'],
  ['byPassLogin', 'S3-ENV-10'],
  ['loginModule', 'S3-ENV-11'],
  ['hostUrl', 'S3-ENV-12'],
  ['isHybridModel', 'S3-ENV-13'],
  ['isLoginWithCredentials', 'S3-ENV-14'],
  ['isChatAvailable', 'S3-ENV-15'],
])('every environment has %s (%s)', (field) => {
  for (const one of ENVIRONMENTS) expect(one).toHaveProperty(field);
});

test('the table fulfils the contract', () => {
  for (const one of ENVIRONMENTS) expect(environment.safeParse(one).error).toBeUndefined();
});

test('fifty partners with ids round(9 + 89·i/49), numbers from 9 to 98 (S3-ENV-30, S3-ENV-31, S3-ENV-18)', () => {
  expect(ENVIRONMENTS.map(({ brokerId }) => brokerId)).toEqual(Array.from({ length: 50 }, (_, i) => Math.round(9 + (89 * i) / 49)));
  expect(ENVIRONMENTS.every(({ brokerId }) => brokerId >= 9 && brokerId <= 98)).toBe(true);
  expect(ENVIRONMENTS.some(({ brokerId }) => brokerId === 40)).toBe(true);
});

test('keys are lower case, unique, and none contains another; each host finds its own partner (S3-ENV-O01, S3-ENV-17)', () => {
  const keys = ENVIRONMENTS.map(({ utm_source_str }) => utm_source_str);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key).toMatch(/^[a-z]{4,}$/);
    expect(keys.filter((other) => other !== key && other.includes(key))).toEqual([]);
    expect(environmentOfHost(`${key}.localhost`, ENVIRONMENTS)?.utm_source_str).toBe(key);
  }
});

test('utm_source is the name people read (S3-ENV-16)', () => {
  for (const one of ENVIRONMENTS) expect(one.utm_source).toMatch(/^[A-Z][a-z]+ (Securities|Broking|Capital|Wealth)$/);
  expect(new Set(ENVIRONMENTS.map(({ utm_source }) => utm_source)).size).toBe(50);
});

test('loginModule is blank or one of two values (S3-ENV-19)', () => {
  expect([...new Set(ENVIRONMENTS.map(({ loginModule }) => loginModule))].sort()).toEqual(['', 'two-step', 'zebu']);
});

describe('two partners differ, and a host yields its own values', () => {
  const a = environmentOfHost('neem.localhost', ENVIRONMENTS)!;
  const b = environmentOfHost('jamun.localhost', ENVIRONMENTS)!;
  test.each([
    ['logo', 'S1-WL-02'],
    ['brokerId', 'S1-WL-03'],
    ['fontFamily', 'S1-WL-04'],
    ['primaryColor', 'S1-WL-05'],
  ] as const)('%s (%s)', (field, _id) => {
    expect(a[field]).toBe(byKey('neem')[field]);
    expect(b[field]).toBe(byKey('jamun')[field]);
    expect(a[field]).not.toBe(b[field]);
  });
  test('feature switches (S1-WL-06)', () => {
    const switches = ({ isTradeAvailable, optionsTrade, isChatAvailable, hasBrokerDisclaimer }: typeof a) => ({
      isTradeAvailable,
      optionsTrade,
      isChatAvailable,
      hasBrokerDisclaimer,
    });
    expect(switches(byKey('neem'))).not.toEqual(switches(byKey('teak')));
  });
});

describe('branding', () => {
  const branded = ENVIRONMENTS.filter(({ fontFamily }) => fontFamily);
  test('branded partners have both colours and Roboto (S9-LOOK-07, S9-LOOK-08, S9-LOOK-09, S3-ENV-O02)', () => {
    expect(branded.length).toBe(44);
    for (const one of branded) {
      expect(one.primaryColor).toMatch(/^#[0-9a-f]{6}$/);
      expect(one.secondaryColor).toMatch(/^#[0-9a-f]{6}$/);
      expect(one.fontFamily).toBe('Roboto');
      expect(one.googleFont).toBe('Roboto');
    }
  });
  test('primary colours are distinct and carry white text (S9-LOOK-O01)', () => {
    expect(new Set(branded.map(({ primaryColor }) => primaryColor)).size).toBe(branded.length);
    for (const one of branded) expect(contrastWithWhite(one.primaryColor!)).toBeGreaterThanOrEqual(4.5);
  });
  test('without a font the page uses our own; a partner’s font comes first (S3-ENV-20, S3-ENV-21)', () => {
    expect(partnerTheme(byKey('jamun')).font).toBe(HOUSE_THEME.font);
    expect(partnerTheme(byKey('neem')).font).toMatch(/^'Roboto'/);
  });
  test('without colours the page uses our own, otherwise the partner’s (S3-ENV-22, S3-ENV-23)', () => {
    expect(partnerTheme(byKey('jamun'))).toMatchObject({ light: HOUSE_THEME.light, dark: HOUSE_THEME.dark });
    expect(partnerTheme(byKey('neem')).light.accent).not.toBe(HOUSE_THEME.light.accent);
    expect(partnerTheme(byKey('neem')).dark.accent).not.toBe(HOUSE_THEME.dark.accent);
  });
  test.each([
    ['chatBannerWeb', 'S3-ENV-24'],
    ['chatBannerMobile', 'S3-ENV-25'],
    ['chatSlidingBanner', 'S3-ENV-26'],
    ['expertBuzzSlidingBanner', 'S3-ENV-27'],
    ['newsSection', 'S3-ENV-28'],
    ['landingPageBackground', 'S3-ENV-29'],
  ] as const)('%s is optional: none by default, the partner’s own where given (%s)', (image, _id) => {
    expect(environment.parse(byKey('jamun'))[image]).toBeUndefined();
    expect(environment.parse(byKey('neem'))[image]).toMatch(/^\/media\/partners\/neem-[a-z-]+\.svg$/);
  });
});

test('chat is off for exactly two partners (S9-LIM-25, S9-LIM-O02)', () => {
  expect(keysWhere(({ isChatAvailable }) => !isChatAvailable)).toEqual(['teak', 'luni']);
});

test('two named sources go to the home page after login', () => {
  expect(keysWhere(({ afterLoginHome }) => afterLoginHome)).toEqual(['deodar', 'barak']);
});

test('options trading needs trading (S3-ENV-O03)', () => {
  for (const one of ENVIRONMENTS) if (one.optionsTrade) expect(one.isTradeAvailable).toBe(true);
});
