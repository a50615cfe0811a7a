import type { Server } from 'node:http';
import type { FastifyReply } from 'fastify';

/*
 * What browsers may do with an answer, by its kind: the one place that names these headers (a test reads all others).
 * Every answer is `data` until its route says otherwise; `api/src/platform/http/headers.db.test.ts` compares what a server sends with this table.
 */

/** Nothing to load, nothing to run, nobody to frame it. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** A file of somebody: also opened as a page it has no origin and no powers. */
const SANDBOX = "default-src 'none'; sandbox";
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;
const ALWAYS = {
  ...NO_SNIFFING,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()',
} as const;

export const KINDS = {
  /** JSON, text, failures, redirects, preflights, streams: no page is made of them. */
  data: () => ({ ...ALWAYS, 'content-security-policy': NOTHING }),
  /** Data handed out so often that bytes count, and what is said on a bare socket: what governs pages only is left out. */
  'short data': () => ({ ...NO_SNIFFING, 'content-security-policy': NOTHING }),
  /** The portal, each address of it. `formsTo`: pages of the site's broker, on which orders are confirmed; forms go there and nowhere else. */
  page: ({ nonce, formsTo = [] }: { nonce: string; formsTo?: readonly string[] }) => ({ ...ALWAYS, 'content-security-policy': portalPolicy(nonce, formsTo) }),
  /** A page without any script. `style`: the hash of its only style. */
  words: ({ style }: { style: string | null }) => ({ ...ALWAYS, 'content-security-policy': wordsPolicy(style) }),
  /** The same with a form whose answer goes to another site: browsers count that as the form's target. */
  'form elsewhere': ({ style, to }: { style: string; to: string }) => ({
    ...ALWAYS,
    'content-security-policy': wordsPolicy(style, ` ${to}`),
    'referrer-policy': 'no-referrer',
  }),
  /** A widget on a partner's page: what a page needs that isolates itself (COEP) and still wants this frame. */
  frame: (given: Frame) => ({
    ...NO_SNIFFING,
    'referrer-policy': 'origin',
    'permissions-policy': ALWAYS['permissions-policy'],
    'cross-origin-embedder-policy': 'credentialless',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': framePolicy(given),
  }),
  /** A file of a release of the portal. */
  file: () => ({ ...ALWAYS, 'content-security-policy': NOTHING, 'cross-origin-resource-policy': 'same-origin' }),
  /** The portal's service worker, which fetches under the policy of its own script. */
  worker: () => ({ ...ALWAYS, 'content-security-policy': "default-src 'none'; connect-src 'self'", 'cross-origin-resource-policy': 'same-origin' }),
  /** A script for partners' pages. */
  embed: () => ({ ...ALWAYS, 'content-security-policy': NOTHING, 'cross-origin-resource-policy': 'cross-origin' }),
  /** A partner's logo. */
  logo: () => ({ ...ALWAYS, 'content-security-policy': SANDBOX, 'cross-origin-resource-policy': 'cross-origin' }),
  /** A picture of a person. */
  picture: () => ({ ...ALWAYS, 'content-security-policy': SANDBOX }),
  /** A document to keep or to review. */
  document: () => ({ ...ALWAYS, 'content-security-policy': SANDBOX, 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'same-origin' }),
} satisfies Record<string, (given: never) => Readonly<Record<string, string>>>;

export type PageKind = keyof typeof KINDS;

/** Every header the table governs: what a row does not name is not sent. */
export const GOVERNED = [...Object.keys(ALWAYS), 'content-security-policy', 'cross-origin-embedder-policy', 'cross-origin-resource-policy'] as const;

/** Over https only, where production stands; no kind is without. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Makes an answer one of a kind. */
export function answerAs<K extends PageKind>(reply: FastifyReply, kind: K, ...given: Parameters<(typeof KINDS)[K]>): FastifyReply {
  for (const name of GOVERNED) reply.removeHeader(name);
  const row = KINDS[kind] as (...given: unknown[]) => Record<string, string>;
  return reply.headers(row(...given));
}

/** Names and values in turn, for answers written without the framework. */
export const shortData = ({ production }: { production: boolean }): readonly string[] =>
  Object.entries({ ...KINDS['short data'](), ...(production && HSTS) }).flat();

/** Engine.IO answers the polling of sockets itself, refusals too, without a word about browsers. */
export function addPollingHeaders(http: Server, config: { production: boolean }): void {
  const headers = shortData(config);
  http.prependListener('request', (request, response) => {
    if (request.url?.startsWith('/socket.io/')) for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
  });
}

/**
 * Scripts run only with the page's nonce or when such a script adds them; every script URL passes the `vimarsh` Trusted Types
 * policy (each module's loader makes one, hence the duplicates); no other site can frame a page of ours (partner iframes have a
 * page of their own).
 */
function portalPolicy(nonce: string, formsTo: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formsTo].join(' '),
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types vimarsh 'allow-duplicates'",
  ].join('; ');
}

const wordsPolicy = (style: string | null, formTo = ''): string =>
  `default-src 'none'; ${style ? `style-src 'sha256-${style}'; ` : ''}frame-ancestors 'none'; base-uri 'none'; form-action 'self'${formTo}`;

interface Frame {
  nonce: string;
  /** Where it may stand; null: on any page, also one of an opaque origin, which no source expression covers, not even `*`. */
  ancestors: readonly string[] | null;
  reportTo?: { group: string; uri: string };
}

/**
 * Two policies. `frame-ancestors` is what binds a good key to its sites; everything else is ours alone. They are apart because
 * browsers tell of a refused frame by `report-uri` only, and not even by that where the policy also names a `report-to`.
 */
function framePolicy({ nonce, ancestors, reportTo }: Frame): string {
  const page = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(reportTo ? [`report-to ${reportTo.group}`] : []),
  ].join('; ');
  if (ancestors === null) return page;
  return `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}${reportTo ? `; report-uri ${reportTo.uri}` : ''}, ${page}`;
}
