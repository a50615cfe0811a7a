import { embedSentiment, type Sentiment } from '@vimarsh/shared/contract/insights.contract.ts';
import { LRUCache } from 'lru-cache';
import type { Partners } from '../partners/index.ts';
import { success } from '../platform/envelope.ts';
import { alwaysHeaders } from '../platform/headers.ts';
import type { Config } from '../platform/platform.ts';
import type { QuickAnswer, QuickLook } from '../platform/quick.ts';
import type { SentimentService } from './sentiment.service.ts';
import { mayRead } from './widget-keys.ts';
import { readWidgetToken, type WidgetGrant } from './widget-token.ts';

interface Parts {
  readonly service: Pick<SentimentService, 'known'>;
  readonly partners: Pick<Partners, 'accessKey'>;
  readonly secret: string;
  readonly config: Pick<Config, 'production'>;
}

const PREFIX = embedSentiment.path.replace(':stock_code', '');
const BEARER = 'Bearer ';

/**
 * A widget's sentiment from memory: the envelope is written once for each computed score, a token's signature is checked
 * once, and key, origin and expiry on every request. Not limited: an answer from here costs less than a refusal.
 */
export function quickSentiment({ service, partners, secret, config }: Parts): [prefix: string, look: QuickLook] {
  const answers = new WeakMap<Sentiment, { body: Buffer; byOrigin: Map<string, QuickAnswer> }>();
  const grants = new LRUCache<string, WidgetGrant>({ max: 10_000 });
  const plain: readonly string[] = [...alwaysHeaders(config), 'content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

  const grantOf = (token: string, now: Date): WidgetGrant | null => {
    const known = grants.get(token);
    if (known) return known.exp * 1000 > now.getTime() ? known : null;
    const grant = readWidgetToken(token, secret, now);
    if (grant) grants.set(token, grant);
    return grant;
  };
  /** Origins are those that tokens were minted for, so there are few. */
  const answerFor = (sentiment: Sentiment, origin: string): QuickAnswer => {
    let made = answers.get(sentiment);
    if (!made) {
      made = { body: Buffer.from(JSON.stringify(success(embedSentiment.data, sentiment))), byOrigin: new Map() };
      answers.set(sentiment, made);
    }
    const { body, byOrigin } = made;
    let answer = byOrigin.get(origin);
    if (!answer) {
      const cors = ['vary', 'Origin', 'access-control-allow-origin', origin, 'access-control-expose-headers', 'x-request-id, retry-after'];
      answer = { headers: [...plain, ...(origin ? cors : []), 'content-length', String(body.length)], body };
      byOrigin.set(origin, answer);
    }
    return answer;
  };

  const look: QuickLook = ({ url = '', headers: { authorization = '', origin = '' } }) => {
    if (!authorization.startsWith(BEARER)) return null;
    const now = new Date();
    const grant = grantOf(authorization.slice(BEARER.length), now);
    if (!grant || grant.origin !== origin || !mayRead(partners, grant, origin, now)) return null;
    const query = url.indexOf('?', PREFIX.length);
    // Names with `&` or other escapes take the usual way.
    const sentiment = service.known(url.slice(PREFIX.length, query < 0 ? undefined : query));
    return sentiment && answerFor(sentiment, origin);
  };
  return [PREFIX, look];
}
