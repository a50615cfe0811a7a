import type { Environment, PartnerForm } from '../../../contract/partners/types.ts';
import { LOGO_HEIGHT } from '../theme.ts';

/**
 * Switches of one partner. `trade`, `options`: trading; `ownAuth`: own OTP accounts inside the partner's site;
 * `hybrid`, `bypass`, `two-step`, `zebu`: how its customers sign in;
 */
type Flag =
  | 'trade'
  | 'options'
  | 'ownAuth'
  | 'hybrid'
  | 'bypass'
  | 'two-step'
  | 'zebu'
  | 'hideLogout'
  | 'noChat'
  | 'afterLoginHome'
  | 'disclaimer'
  | 'banners'
  | 'inApp';

type Row = readonly [
  brokerId: number,
  word: string,
  kind: 'Securities' | 'Broking' | 'Capital' | 'Wealth',
  tier: 'without' | 'with',
  colours: readonly [primary: string, secondary: string] | null,
  flags: readonly Flag[],
];

/**
 * Fifty invented partners; broker ids are round(9 + 89·i/49). Four are special: Kaveri (hybrid), Chambal (bypass),
 * Opal (second factor) and Jhelum (lives inside the partner's app).
 */
const ROWS: readonly Row[] = [
  [9, 'Neem', 'Securities', 'without', ['#2e7a54', '#51cbd6'], ['trade', 'options', 'disclaimer', 'banners', 'ownAuth']],
  [11, 'Garnet', 'Broking', 'with', ['#882ba1', '#d651a4'], ['trade', 'options']],
  [13, 'Kaveri', 'Capital', 'with', ['#697114', '#7ed651'], ['trade', 'hybrid']],
  [14, 'Teak', 'Wealth', 'without', ['#307096', '#5157d6'], ['noChat', 'ownAuth']],
  [16, 'Topaz', 'Securities', 'with', ['#a72550', '#d67351'], ['trade', 'options']],
  [18, 'Narmada', 'Broking', 'without', ['#317a2e', '#51d69a'], []],
  [20, 'Deodar', 'Capital', 'with', ['#492ba1', '#c051d6'], ['trade', 'afterLoginHome', 'ownAuth']],
  [22, 'Beryl', 'Wealth', 'without', ['#985f1b', '#c6d651'], []],
  [24, 'Chambal', 'Securities', 'without', ['#27786a', '#519fd6'], ['bypass', 'hideLogout']],
  [25, 'Gulmohar', 'Broking', 'with', ['#a72597', '#d65178'], ['ownAuth']],
  [27, 'Peridot', 'Capital', 'without', null, ['trade']],
  [29, 'Teesta', 'Wealth', 'without', ['#2b4da1', '#7851d6'], []],
  [31, 'Mahua', 'Securities', 'with', ['#ad1f1f', '#d69f51'], ['trade', 'options', 'banners', 'ownAuth']],
  [33, 'Citrine', 'Broking', 'without', ['#287b40', '#51d6c6'], []],
  [34, 'Mahanadi', 'Capital', 'with', ['#7125a7', '#d651c0'], ['trade']],
  [36, 'Palash', 'Wealth', 'with', ['#766d2d', '#99d651'], ['two-step', 'trade']],
  [38, 'Opal', 'Securities', 'without', ['#247485', '#5172d6'], ['zebu']],
  [40, 'Sabarmati', 'Broking', 'without', ['#ad1f6c', '#d65751'], ['trade']],
  [42, 'Tamarind', 'Capital', 'without', ['#3b7827', '#51d67e'], ['trade', 'disclaimer', 'ownAuth']],
  [44, 'Agate', 'Wealth', 'with', ['#2b25a7', '#a551d6'], ['two-step']],
  [45, 'Periyar', 'Securities', 'without', null, ['trade', 'options']],
  [47, 'Amaltas', 'Broking', 'without', ['#217858', '#51bad6'], ['ownAuth']],
  [49, 'Jasper', 'Capital', 'with', ['#a21fad', '#d65194'], ['trade']],
  [51, 'Tungabhadra', 'Wealth', 'without', ['#607024', '#6dd651'], []],
  [53, 'Jamun', 'Securities', 'with', null, ['trade', 'options', 'ownAuth']],
  [54, 'Onyx', 'Broking', 'without', ['#94384b', '#d68451'], ['two-step']],
  [56, 'Sutlej', 'Capital', 'with', ['#227d29', '#51d6aa'], ['trade']],
  [58, 'Kadamba', 'Wealth', 'without', ['#551fad', '#d151d6'], ['trade']],
  [60, 'Zircon', 'Securities', 'without', ['#83662a', '#b5d651'], ['trade', 'options', 'hideLogout']],
  [62, 'Jhelum', 'Broking', 'with', ['#1a7571', '#518ed6'], ['trade', 'hideLogout', 'inApp']],
  [63, 'Chinar', 'Capital', 'with', ['#94387d', '#d65167'], ['trade', 'ownAuth']],
  [65, 'Spinel', 'Wealth', 'without', ['#487821', '#51d663'], []],
  [67, 'Chenab', 'Securities', 'with', ['#1f36ad', '#8951d6'], ['trade', 'options']],
  [69, 'Semal', 'Broking', 'without', null, ['ownAuth']],
  [71, 'Lapis', 'Capital', 'with', ['#1b7943', '#51d6d6'], ['trade']],
  [73, 'Luni', 'Wealth', 'without', ['#7a3894', '#d651af'], ['noChat']],
  [74, 'Sandal', 'Securities', 'without', ['#6c6c1d', '#88d651'], ['trade', 'options', 'ownAuth']],
  [76, 'Carnelian', 'Broking', 'with', ['#1b7398', '#5161d6'], ['two-step']],
  [78, 'Gomti', 'Capital', 'without', ['#9a325d', '#d66851'], ['trade']],
  [80, 'Arjun', 'Wealth', 'with', ['#26791b', '#51d68f'], ['ownAuth']],
  [82, 'Moonstone', 'Securities', 'without', null, ['trade', 'options']],
  [83, 'Ghaghara', 'Broking', 'with', ['#995d29', '#d0d651'], []],
  [85, 'Kachnar', 'Capital', 'without', ['#157961', '#51a9d6'], ['trade', 'ownAuth']],
  [87, 'Amethyst', 'Wealth', 'without', ['#9a3295', '#d65183'], []],
  [89, 'Barak', 'Securities', 'with', ['#56751a', '#5cd651'], ['trade', 'options', 'afterLoginHome']],
  [91, 'Sheesham', 'Broking', 'without', ['#385a94', '#6e51d6'], ['ownAuth']],
  [93, 'Tourmaline', 'Capital', 'with', ['#a12b34', '#d69551'], ['trade']],
  [94, 'Betwa', 'Wealth', 'without', null, []],
  [96, 'Bakul', 'Securities', 'with', ['#67329a', '#d651ca'], ['trade', 'options', 'ownAuth']],
  [98, 'Tapti', 'Broking', 'without', ['#7d6a1c', '#a4d651'], []],
];

/** The partners' own sign-in forms: two on separate routes, two on one system, one with a year of birth. */
const FORMS: Readonly<Record<string, PartnerForm>> = {
  palash: { route: 'palash', factor: 'pin', token: false, disclaimer: false },
  agate: { route: 'agate', factor: 'otp', token: true, disclaimer: true },
  onyx: { route: 'xts', factor: 'pin', token: false, disclaimer: false },
  carnelian: { route: 'xts', factor: 'otp', token: false, disclaimer: false },
  opal: { route: 'zebu', factor: 'year-of-birth', token: false, disclaimer: false },
};

function environment([brokerId, word, kind, tier, colours, flags]: Row): Environment {
  const has = (flag: Flag) => flags.includes(flag);
  const key = word.toLowerCase();
  const title = `${word} ${kind}`;
  const partnerSignIn = has('bypass') || has('two-step') || has('zebu');
  return {
    width: logoWidth(title),
    isVimarshAuth: has('ownAuth'),
    utm_source: title,
    utm_source_str: key,
    title: `${title} · Vimarsh`,
    logo: `/media/partners/${key}.svg`,
    brokerId,
    optionsTrade: has('options'),
    isTradeAvailable: has('trade'),
    byPassLogin: has('bypass'),
    loginModule: has('two-step') ? 'two-step' : has('zebu') ? 'zebu' : '',
    ...(FORMS[key] && { partnerForm: FORMS[key] }),
    hostUrl: `http://${key}.localhost:4000`,
    isHybridModel: has('hybrid'),
    isLoginWithCredentials: !has('ownAuth') && !partnerSignIn,
    isChatAvailable: !has('noChat'),
    tier: tier === 'with' ? 'brokerWithPlans' : 'brokerWithoutPlans',
    hideLogout: has('hideLogout'),
    ...(has('inApp') && { appSource: 'paytm' }),
    hasBrokerDisclaimer: has('disclaimer'),
    afterLoginHome: has('afterLoginHome'),
    ...(colours && { fontFamily: 'Roboto', googleFont: 'Roboto', primaryColor: colours[0], secondaryColor: colours[1] }),
    ...(has('banners') && banners(key)),
  };
}

/** px at `LOGO_HEIGHT`: monogram tile, then about 9.5 px a letter. */
function logoWidth(title: string): number {
  return LOGO_HEIGHT + 24 + Math.round(title.length * 9.5);
}

function banners(key: string): Partial<Environment> {
  const media = (slot: string) => `/media/partners/${key}-${slot}.svg`;
  return {
    chatBannerWeb: media('chat-banner-web'),
    chatBannerMobile: media('chat-banner-mobile'),
    chatSlidingBanner: media('chat-sliding-banner'),
    expertBuzzSlidingBanner: media('expert-buzz-sliding-banner'),
    newsSection: media('news-section'),
    landingPageBackground: media('landing-page-background'),
  };
}

/**
 * The partners a fresh database starts with. At run time the database is authoritative. `hostUrl` is the demo's address;
 * the server replaces it by its own when it serves the row.
 */
export const ENVIRONMENTS: readonly Environment[] = ROWS.map(environment);
