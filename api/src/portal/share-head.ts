import type { ModuleRoute } from '@vimarsh/shared/contract/module/types.ts';
import type { PageData } from '@vimarsh/shared/contract/page/types.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { escapeHtml } from '../platform/text/html.ts';
import { SHARE_PICTURE } from './pictures.ts';

/** Search engines and previews cut a description at about this many characters. */
const LONGEST = 200;
const OTHERWISE = 'Research calls from SEBI-registered experts. Every closed call stays on a public record, losses as well as gains.';
const SIMULATED = 'Simulated market: prices, experts and results are not real.';

type DescribedRoute = Pick<ModuleRoute, 'guard' | 'description'>;

export interface SharedPage {
  /** Scheme and host of the site as it is set up. The `Host` of a request may be anybody's. */
  readonly origin: string;
  /** The address without its query: what stands there is personal, or opens a call over the page. */
  readonly path: string;
  readonly title: string;
  readonly route: DescribedRoute | null;
  /** False for an address without a screen, and for a subject that does not exist. */
  readonly found: boolean;
  readonly data: PageData;
  readonly nonce: string;
  /** The prices of this server are made up. */
  readonly invented: boolean;
}

/**
 * The lines of a page's head that a link preview and a search engine read. They say what the screen is, never what is on it: they
 * are the same for everybody, so nothing that a plan opens can be in them.
 */
export function shareHead({ origin, path, title, route, found, data, nonce, invented }: SharedPage): string {
  const { environment } = data;
  const description = [cut(wordsFor(route, data)), ...(invented ? [SIMULATED] : [])].join(' ');
  const address = origin + (found ? path : PUBLIC_HOME);
  const properties = {
    'og:type': 'website',
    'og:site_name': environment?.utm_source ?? BRAND_TITLE,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': origin + SHARE_PICTURE.path,
    'og:image:width': String(SHARE_PICTURE.width),
    'og:image:height': String(SHARE_PICTURE.height),
    'og:image:alt': 'A price line with its calls marked on it',
  };
  const names = {
    description,
    'twitter:card': 'summary_large_image',
    // Only members reach it, or there is nothing: in search it would lead to the login.
    ...(!found || route?.guard !== 'open' ? { robots: 'noindex' } : {}),
  };
  return [
    ...Object.entries(names).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    ...(found ? [`<link rel="canonical" href="${escapeHtml(address)}">`] : []),
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest" nonce="${nonce}">`,
  ].join('\n');
}

/** An information page speaks for itself; other screens are described in their manifest. */
function wordsFor(route: DescribedRoute | null, { first }: PageData): string {
  const text = first[`${readText.method} ${readText.path}`] as { data?: TextDocument } | undefined;
  return plain(text?.data?.intro ?? '') || route?.description || OTHERWISE;
}

/** Without the marks of bold text and links. */
const plain = (text: string): string =>
  text
    .replace(/\*\*|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST - 1))}…`);
