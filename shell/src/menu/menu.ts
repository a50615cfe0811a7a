import type { Profession } from '@vimarsh/shared/contract/identity.contract.ts';
import type { ModuleRoute } from '@vimarsh/shared/contract/module.contract.ts';
import type { Snapshot } from '@vimarsh/shared/session';
import { routeAt } from './routes.ts';

export type PlaceKey = 'home' | 'history' | 'publish' | 'sentiment' | 'review' | 'account' | 'disclaimer' | 'compliance' | 'faqs' | 'terms';

export interface Place {
  readonly key: PlaceKey;
  readonly label: string;
  /** For the bottom bar, where a place is 72 px wide. */
  readonly short?: string;
  readonly to: string;
}
export interface OwnPlace {
  readonly label: string;
  readonly to: string;
}
export interface Menu {
  readonly places: readonly Place[];
  /** What belongs to the account of whoever is signed in; shown with their name. */
  readonly own: readonly OwnPlace[];
  readonly signOut: boolean;
  /** Path of the sign-in, or null for those who are signed in. */
  readonly signIn: string | null;
}

/** Source of an account that lives inside the Paytm app, which has a way out of its own (S2.5-MENU-12). */
const APP_SOURCE = 'paytm';

const ACCOUNT = '/my-account';
const COMPLIANCE = '/vimarsh-compliance';
const REVIEW = '/document-review';
const OWN: readonly OwnPlace[] = [
  { label: 'Profile', to: '/profile-update' },
  { label: 'Account', to: ACCOUNT },
];

/** FAQs by profession (S2.5-MENU-A07). */
export function faqPath(profession: Profession | ''): string {
  if (profession === 'Broker' || profession === 'Dealer') return '/brokers/expert-side/faq';
  if (profession === 'Market Expert' || profession === 'Analyst' || profession === 'Financial Advisor') return '/advisors/expert-side/faq';
  return '/retail-side/faq';
}

/** Professions that publish: everyone but retail investors. */
const isExpert = (profession: Profession | ''): boolean => profession !== '' && profession !== 'Retail Investor';

export type Visitor = Pick<Snapshot, 'signedIn' | 'user' | 'environment' | 'userType'>;

/**
 * What the side navigation offers a visitor, in order. An entry whose screen no manifest has is left out; FAQs and
 * compliance of a profession without its own page are the investors' ones.
 */
export function menuFor({ signedIn, user, environment, userType }: Visitor, routes: readonly ModuleRoute[]): Menu {
  const profession = user?.profession ?? '';
  const has = (path: string) => routeAt(routes, path) !== null;
  const titled = (path: string, otherwise: string) => routeAt(routes, path)?.title ?? otherwise;
  const ownFaq = faqPath(profession);
  const ownCompliance = isExpert(profession) ? `${COMPLIANCE}-experts` : COMPLIANCE;
  const places: Place[] = [
    // Home after sign-out is `/`; for those signed in it is the landing (S2.5-MENU-A01).
    { key: 'home', label: 'Home', to: signedIn ? '/experts-past-recommendations' : '/' },
    ...(signedIn
      ? [{ key: 'history', label: titled('/past-recommendations', 'Past recommendations'), short: 'My calls', to: '/past-recommendations' } as const]
      : []),
    ...(isExpert(profession)
      ? [{ key: 'publish', label: titled('/upload-recommendation', 'Upload recommendation'), short: 'Publish', to: '/upload-recommendation' } as const]
      : []),
    { key: 'sentiment', label: 'Market sentiment', short: 'Sentiment', to: '/market-sentiment' },
    ...(user?.is_admin ? [{ key: 'review', label: titled(REVIEW, 'Document review'), short: 'Review', to: REVIEW } as const] : []),
    // Customers of a broker without plans find here what others find with the plans (S2.5-MENU-03, S2.5-MENU-A04).
    ...(signedIn && userType.userSubType === 'brokerWithoutPlans' ? [{ key: 'account', label: 'My Account', short: 'Account', to: ACCOUNT } as const] : []),
    ...(environment?.hasBrokerDisclaimer ? [{ key: 'disclaimer', label: 'Broker Disclaimer', short: 'Disclaimer', to: '/broker-disclaimer' } as const] : []),
    { key: 'compliance', label: 'Compliance', to: has(ownCompliance) ? ownCompliance : COMPLIANCE },
    { key: 'faqs', label: 'FAQs', to: has(ownFaq) ? ownFaq : '/retail-side/faq' },
    { key: 'terms', label: 'Terms', to: '/retail-side/terms-condition' },
  ];
  const appEmbedded = user?.source === APP_SOURCE;
  return {
    places: places.filter((place) => has(place.to)),
    own: signedIn ? OWN.filter(({ to }) => has(to)) : [],
    signOut: signedIn && !appEmbedded && !environment?.byPassLogin && !environment?.hideLogout,
    signIn: signedIn || !has('/login') ? null : '/login',
  };
}

/** Whether a place is where the user is: its screen, whatever the parameters. */
export function isHere(place: Place, path: string, routes: readonly ModuleRoute[]): boolean {
  const here = routeAt(routes, path);
  return here !== null && here === routeAt(routes, place.to);
}
