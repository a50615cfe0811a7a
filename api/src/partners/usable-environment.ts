import { type Environment, environment } from '@vimarsh/shared/contract/partners/types.ts';
import * as z from 'zod/mini';

/** `scheme://host[:port]` of a web address that has nothing behind it but a slash; null for any other text. */
export function environmentOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, href } = new URL(address);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

/** The theme, the logo and the banners compute with six digits. */
const colour = z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Not #rrggbb')));

/** Pages show pictures of their own site only. */
const PICTURE = /^\/(?![/\\])[\w./~%?=&+-]+$/;
const picture = z.string().check(z.regex(PICTURE, 'Not a path of this site'));

/** px of a logo: room for its mark, and not wider than a phone's page. */
const NARROWEST = 64;
const WIDEST = 600;

/** What a row has to be for pages, pictures, mails and texts to be made with it: more than the contract says to who reads one. */
const usable = z.extend(environment, {
  hostUrl: z.string().check(z.refine((address) => environmentOrigin(address) === address, 'Not the origin of a web address')),
  width: z.number().check(z.gte(NARROWEST, 'Too narrow'), z.lte(WIDEST, 'Too wide')),
  /** It stands in texts, where these would be marks, and in heads of mails. */
  utm_source: z.string().check(z.regex(/^[^[\]*{}<>\p{Cc}]{1,80}$/u, 'Not a name')),
  logo: z.union([z.literal(''), picture]),
  primaryColor: colour,
  secondaryColor: colour,
  chatBannerWeb: z.optional(picture),
  chatBannerMobile: z.optional(picture),
  chatSlidingBanner: z.optional(picture),
  expertBuzzSlidingBanner: z.optional(picture),
  newsSection: z.optional(picture),
  landingPageBackground: z.optional(picture),
});

/** The environment a stored row gives, or the paths of what can't be used. */
export function readEnvironment(stored: unknown): { environment: Environment } | { paths: readonly string[] } {
  const { data, error } = usable.safeParse(stored);
  return data ? { environment: data } : { paths: error!.issues.map(({ path }) => path.join('.')) };
}
