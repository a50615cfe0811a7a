import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENVIRONMENTS } from './demo/environments.ts';
import { contrast, HOUSE_THEME, inkOn, partnerTheme, themeCss } from './theme.ts';

const GROUNDS = { light: ['#f6f7f9', '#ffffff'], dark: ['#0e1116', '#151a21', '#1b212a'] } as const;
/** Difficult colours of every kind: very light, very dark, saturated, grey. */
const AWKWARD = ['#ffff00', '#ffffff', '#000000', '#00ff00', '#0000ff', '#777777', '#ff00ff', '#fefefe', '#010101'];

test('contrast is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each([...ENVIRONMENTS, ...AWKWARD.map((colour) => ({ utm_source: colour, primaryColor: colour, secondaryColor: colour }))])(
  'theme of $utm_source',
  (environment) => {
    const theme = partnerTheme(environment);
    test.each(['light', 'dark'] as const)('%s: text on the accent and text of the accent reach 4.5:1', (mode) => {
      const { accent, onAccent } = theme[mode];
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
      for (const ground of GROUNDS[mode]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
    });
  },
);

test('all fifty partners were checked', () => expect(ENVIRONMENTS).toHaveLength(50));

test('a legible colour stays as the partner set it', () => {
  expect(partnerTheme({ primaryColor: '#882BA1', secondaryColor: '#d651a4' }).light.accent).toBe('#882ba1');
  expect(ENVIRONMENTS.filter((partner) => partner.primaryColor && partnerTheme(partner).light.accent === partner.primaryColor).length).toBeGreaterThan(40);
});

test('a colour that has to move keeps its hue', () => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(partnerTheme({ primaryColor: '#ffcc00' }).light.accent.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  expect(r).toBeGreaterThan(g);
  expect(g).toBeGreaterThan(b);
});

test('missing or invalid colours give our own', () => {
  expect(partnerTheme(null)).toEqual(HOUSE_THEME);
  expect(partnerTheme({ primaryColor: 'red', secondaryColor: 'javascript:' })).toEqual(HOUSE_THEME);
});

test('branded partners use Roboto, all others Montserrat (S9-LOOK-09)', () => {
  expect(partnerTheme({ fontFamily: 'Roboto' }).font).toMatch(/^'Roboto', 'Roboto Fallback', Montserrat/);
  expect(partnerTheme({}).font).toMatch(/^Montserrat/);
});

test('a font name can’t break out of its place in the style sheet', () => {
  expect(themeCss(partnerTheme({ fontFamily: "x';}</style><script>" }))).not.toMatch(/[<>]|';}/);
});

test('a partner may name a hosted font behind one of its readers’ machines (S3-ENV-20, S3-ENV-21)', () => {
  expect(partnerTheme({ googleFont: 'Roboto' }).font).toMatch(/^'Roboto', 'Roboto Fallback', Montserrat/);
  expect(partnerTheme({ fontFamily: 'Segoe UI', googleFont: 'Roboto' }).font).toMatch(
    /^'Segoe UI', 'Segoe UI Fallback', 'Roboto', 'Roboto Fallback', Montserrat/,
  );
  expect(partnerTheme({ fontFamily: 'Roboto', googleFont: 'Roboto' }).font.match(/'Roboto',/g)).toHaveLength(1);
});

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever colours a partner chooses, text on the accent, text of the accent and words on a plate of the colour can be read', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (primaryColor, secondaryColor) => {
      const theme = partnerTheme({ primaryColor, secondaryColor });
      for (const mode of ['light', 'dark'] as const) {
        const { accent, onAccent } = theme[mode];
        expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
        for (const ground of GROUNDS[mode]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(primaryColor, inkOn(primaryColor))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2_000 },
  );
});
