import { embedSentiment } from '@vimarsh/shared/contract/embed/routes.ts';
import { isTestKey } from '@vimarsh/shared/domain/insights/test-key.ts';
import { LRUCache } from 'lru-cache';
import type { Partners } from '../../partners/index.ts';
import type { QuickLook } from '../../platform/http/quick.ts';
import type { Subjects } from './subjects.ts';
import { endOfGrant } from './widget-keys.ts';
import { readWidgetToken, type WidgetGrant } from './widget-token.ts';

interface Parts {
  readonly subjects: Pick<Subjects, 'known'>;
  readonly partners: Pick<Partners, 'accessKey'>;
  readonly secret: string;
}

const PREFIX = embedSentiment.path.replace(':stock_code', '');
const BEARER = 'Bearer ';

/**
 * A widget's sentiment from memory: a token's signature is checked once, key, origin and expiry on every request. Not
 * limited: an answer from here costs less than a refusal.
 */
export function quickSentiment({ subjects, partners, secret }: Parts): [prefix: string, look: QuickLook] {
  const grants = new LRUCache<string, WidgetGrant>({ max: 10_000 });

  const grantOf = (authorization: string, now: Date): WidgetGrant | null => {
    // All live equally long, so their order stays that of their coming.
    const known = grants.peek(authorization);
    if (known) return known.exp * 1000 > now.getTime() ? known : null;
    const grant = readWidgetToken(authorization.slice(BEARER.length), secret, now);
    if (grant) grants.set(authorization, grant);
    return grant;
  };

  const look: QuickLook = ({ url = '', headers }) => {
    const { authorization = '', origin = '' } = headers;
    if (!authorization.startsWith(BEARER)) return null;
    const now = new Date();
    const grant = grantOf(authorization, now);
    // Uses of a test key are counted, and any page may be its: it takes the usual way.
    if (!grant || isTestKey(grant.key) || grant.origin !== origin || endOfGrant(partners, grant, now, ['market-sentiment'])) return null;
    const query = url.indexOf('?', PREFIX.length);
    // Names with `&` or other escapes take the usual way.
    const subject = subjects.known('market-sentiment', url.slice(PREFIX.length, query < 0 ? undefined : query));
    return subject?.answer.to(headers) ?? null;
  };
  return [PREFIX, look];
}
