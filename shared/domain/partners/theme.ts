/**
 * A partner's primary colour becomes the accent of the light theme, the secondary that of the dark one. Each is moved in
 * lightness (OKLCH, same hue) until text on it and text in it reach 4.5:1. Gain, loss and warning colours never change.
 */
export interface Accent {
  accent: string;
  onAccent: string;
}
export interface PartnerTheme {
  light: Accent;
  dark: Accent;
  /** CSS font stack. */
  font: string;
}
export interface PartnerLook {
  primaryColor?: string | undefined;
  secondaryColor?: string | undefined;
  fontFamily?: string | undefined;
  /** A hosted family by its name, behind `fontFamily`; others are left to the reader's machine. */
  googleFont?: string | undefined;
}

/** px of a partner's logo in the frame; it is as wide as its name needs. */
export const LOGO_HEIGHT = 40;

export const HOUSE_THEME: PartnerTheme = {
  light: { accent: '#2d2e8d', onAccent: '#ffffff' },
  dark: { accent: '#8f91ff', onAccent: '#0e1116' },
  font: "Montserrat, 'Montserrat Fallback', Devanagari, system-ui, sans-serif",
};

/** The hardest background for an accent in each theme: the canvas in light, raised surfaces in dark. */
const GROUND = { light: '#f6f7f9', dark: '#1b212a' } as const;
const TEXT_CONTRAST = 4.5;

type Triple = readonly [number, number, number];
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const toGamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);
const linearRgb = (hex: string): Triple => [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple;

/** WCAG 2 contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linearRgb(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function toOklch(hex: string): Triple {
  const [r, g, b] = linearRgb(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, bb), Math.atan2(bb, a)];
}

/** Hex of an OKLCH colour. Chroma is reduced until the colour fits into sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c = c < 0.005 ? 0 : c * 0.95) {
    const a = c * Math.cos(hue);
    const b = c * Math.sin(hue);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const rgb = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    if (c === 0 || rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)) {
      return `#${rgb
        .map((channel) =>
          Math.round(255 * toGamma(Math.min(1, Math.max(0, channel))))
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;
    }
  }
}

/** Black or white, whichever is read more easily on a colour: one of the two always reaches 4.5:1. */
export const inkOn = (colour: string): '#ffffff' | '#000000' => (contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000');

function guarded(colour: string, mode: 'light' | 'dark'): Accent {
  const onAccent = HOUSE_THEME[mode].onAccent;
  const reads = (hex: string) => contrast(hex, onAccent) >= TEXT_CONTRAST && contrast(hex, GROUND[mode]) >= TEXT_CONTRAST;
  if (reads(colour)) return { accent: colour.toLowerCase(), onAccent };
  const [start, chroma, hue] = toOklch(colour);
  const step = mode === 'light' ? -0.01 : 0.01;
  for (let lightness = start; lightness > 0 && lightness < 1; lightness += step) {
    const accent = fromOklch(lightness, chroma, hue);
    if (reads(accent)) return { accent, onAccent };
  }
  return HOUSE_THEME[mode];
}

const isHex = (value: string | undefined): value is string => /^#[0-9a-f]{6}$/i.test(value ?? '');

/** The theme of a partner, or our own for `null`. Colours other than `#rrggbb` are ignored. */
export function partnerTheme(partner: PartnerLook | null): PartnerTheme {
  const [primary, secondary] = [partner?.primaryColor, partner?.secondaryColor];
  const families = [partner?.fontFamily, partner?.googleFont].map((family) => family?.replace(/[^\w -]/g, '').trim());
  const own = [...new Set(families)].filter((family) => family && family !== 'Montserrat');
  const font = [...own.map((family) => `'${family}', '${family} Fallback'`), HOUSE_THEME.font].join(', ');
  const accent = (mode: 'light' | 'dark', ...colours: (string | undefined)[]) => {
    const colour = colours.find(isHex);
    return colour ? guarded(colour, mode) : HOUSE_THEME[mode];
  };
  return { light: accent('light', primary, secondary), dark: accent('dark', secondary, primary), font };
}

/** CSS that overrides the partner tokens of `tokensCss`. It follows it in the page, before first paint. */
export function themeCss(theme: PartnerTheme): string {
  const vars = ({ accent, onAccent }: Accent) => `--accent:${accent};--on-accent:${onAccent}`;
  return (
    `:root{${vars(theme.light)};--font:${theme.font}}` +
    `:root[data-theme=dark]{${vars(theme.dark)}}` +
    `@media (prefers-color-scheme:dark){:root[data-theme=auto]{${vars(theme.dark)}}}`
  );
}
