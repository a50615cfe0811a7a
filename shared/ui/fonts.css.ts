/** Font files the server offers under `/fonts/`, and the package file of each. */
export const fontFiles = [
  { url: '/fonts/montserrat-latin.woff2', from: '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2' },
  { url: '/fonts/montserrat-rupee.woff2', from: '@vimarsh/shared/ui/fonts/montserrat-rupee.woff2' },
  { url: '/fonts/montserrat-latin-ext.woff2', from: '@fontsource-variable/montserrat/files/montserrat-latin-ext-wght-normal.woff2' },
  { url: '/fonts/roboto-latin.woff2', from: '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2' },
  { url: '/fonts/roboto-rupee.woff2', from: '@vimarsh/shared/ui/fonts/roboto-rupee.woff2' },
  { url: '/fonts/roboto-latin-ext.woff2', from: '@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2' },
  { url: '/fonts/noto-sans-devanagari.woff2', from: '@vimarsh/shared/ui/fonts/noto-sans-devanagari.woff2' },
  { url: '/fonts/noto-sans-hindi-name.woff2', from: '@vimarsh/shared/ui/fonts/noto-sans-hindi-name.woff2' },
] as const;

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20B8,U+20BA-20C0,U+2113';
/** Every page shows prices. The ₹ sign alone is 4 kB, the whole extended file 70. */
const RUPEE = 'U+20B9';

const face = (family: string, file: string, range: string) =>
  `@font-face{font-family:${family};font-style:normal;font-weight:100 900;font-display:swap;src:url(/fonts/${file}.woff2) format('woff2');unicode-range:${range}}`;

const DEVANAGARI = 'U+0900-097F,U+200C-200D,U+25CC';
/** Names of the Devanagari fonts that phones and desks come with. */
const OF_THE_DEVICE = {
  regular: ['Noto Sans Devanagari', 'NotoSansDevanagari-Regular', 'NotoSansDevanagariUI-Regular', 'Kohinoor Devanagari', 'Nirmala UI', 'Mangal'],
  bold: ['Noto Sans Devanagari Bold', 'NotoSansDevanagari-Bold', 'NotoSansDevanagariUI-Bold', 'KohinoorDevanagari-Semibold', 'Nirmala UI Bold', 'Mangal Bold'],
} as const;

/**
 * The letters of Hindi, which stand behind the families of the page. The device's own come first: the file is fetched where it has none, which would
 * show boxes, and only by a page with such letters on it. A family of its own, because a device has each weight as another font, and a browser
 * takes all letters of a family from the faces of one range of weights.
 */
const devanagari = (family: string, weight: keyof typeof OF_THE_DEVICE, file: string, range: string) =>
  `@font-face{font-family:${family};font-style:normal;font-weight:${weight === 'bold' ? '600 900' : '100 599'};font-display:swap;src:${OF_THE_DEVICE[weight]
    .map((name) => `local('${name}')`)
    .join()},url(/fonts/${file}.woff2) format('woff2')${range && `;unicode-range:${range}`}}`;

/** A local face stretched to the web font's metrics, so that lines don't move when the web font arrives. */
const fallback = (family: string, size: string, ascent: string, descent: string) =>
  `@font-face{font-family:'${family} Fallback';src:local('Arial'),local('Liberation Sans'),local('Roboto');size-adjust:${size};ascent-override:${ascent};descent-override:${descent};line-gap-override:0%}`;

/** `@font-face` rules, written into the page beside `tokensCss`. */
export const fontsCss = [
  face('Montserrat', 'montserrat-latin', LATIN),
  face('Montserrat', 'montserrat-rupee', RUPEE),
  face('Montserrat', 'montserrat-latin-ext', LATIN_EXT),
  fallback('Montserrat', '112.67%', '85.91%', '22.28%'),
  face('Roboto', 'roboto-latin', LATIN),
  face('Roboto', 'roboto-rupee', RUPEE),
  face('Roboto', 'roboto-latin-ext', LATIN_EXT),
  fallback('Roboto', '100.06%', '92.72%', '24.4%'),
  devanagari('Devanagari', 'regular', 'noto-sans-devanagari', DEVANAGARI),
  devanagari('Devanagari', 'bold', 'noto-sans-devanagari', DEVANAGARI),
  // The one Hindi word of an English page, the switch of the language: its five letters are 2 kB, the whole file 68.
  devanagari('Hindi', 'regular', 'noto-sans-hindi-name', ''),
].join('');
