import { type EmbedSession, embedSession, isSubject } from '@vimarsh/shared/contract/embed/routes.ts';
import { ERRORS, type ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { symbolOf } from '@vimarsh/shared/domain/insights/subject-code.ts';
import { LRUCache } from 'lru-cache';
import type { Partners } from '../../partners/index.ts';
import { success } from '../../platform/http/envelope.ts';
import type { QuickLook } from '../../platform/http/quick.ts';
import { Fail, type Platform, RawAnswer } from '../../platform/platform.ts';
import { ReadyAnswer } from '../ready-answer.ts';
import { requireProof } from './app-proof.ts';
import type { DataFor } from './key-data.ts';
import { liveKey, requireOrigin, requireWidget, takeUse, tokenSeconds, widgetTheme } from './widget-keys.ts';
import { mintWidgetToken } from './widget-token.ts';

/** As long as the numbers in it stand. Nothing in a session is a person's, so anybody may keep it for so long. */
const SECONDS = 5;
const MOST_BYTES = 32 * 2 ** 20;

interface Parts {
  readonly dataFor: DataFor;
  readonly partners: Partners;
  readonly secret: string;
  readonly headers: readonly string[];
  /** A page asked. */
  readonly noted: () => void;
  readonly spreadMs: () => number;
}

/**
 * Sessions of partner pages: key → token, theme and the first data of everything on the page. Visitors of one page all ask
 * the same, so an answer is put together and packed once in five seconds and handed out in front of the framework.
 */
export function serveSessions(platform: Platform, { dataFor, partners, secret, headers, noted, spreadMs }: Parts): void {
  const made = new LRUCache<string, { key: string; answer: ReadyAnswer }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }) => answer.size,
    ttl: SECONDS * 1000,
  });
  const always = [...headers, 'cache-control', `public, max-age=${SECONDS}`];
  const once = [...headers, 'cache-control', 'no-store'];

  platform.on(embedSession, async ({ query }, ctx) => {
    noted();
    const now = new Date();
    const key = liveKey(partners, query.access_key, now);
    requireOrigin(key, ctx.origin);
    await takeUse(platform, key, 'widget-session', ctx.ip);
    await requireProof(key, query.proof, now);
    const { subjects } = await dataFor(key);
    const refused: EmbedSession['refused'] = [];
    const refuse = (subject: string, code: ErrorCode): null => {
      const written = symbolOf(subject.slice(subject.indexOf(':') + 1));
      refused.push({ subject, code, text: code === 'UNKNOWN_SYMBOL' ? unknownSymbol(written) : ERRORS[code].user });
      return null;
    };
    const read = async (id: string): Promise<string | null> => {
      if (!isSubject(id)) return refuse(id, isSubject(symbolOf(id)) ? 'NO_EXPIRY' : 'UNKNOWN_SYMBOL');
      try {
        requireWidget(key, id.slice(0, id.indexOf(':')));
        return (await subjects.read(id)) ? id : refuse(id, 'UNKNOWN_SYMBOL');
      } catch (error) {
        if (error instanceof Fail) return refuse(id, error.code);
        throw error;
      }
    };
    const found = (await Promise.all(query.subjects.map(read))).filter((id) => id !== null);
    // All as of one moment, that of the cursor: some may have changed while others were computed.
    const cursor = subjects.cursor();
    const values = found.map((id) => subjects.last(id)!).map(({ widget, code, data }) => ({ widget, code, data }));
    const seconds = tokenSeconds(key);
    const exp = Math.floor(now.getTime() / 1000) + seconds;
    const token = mintWidgetToken({ key: key.key, origin: ctx.origin, exp }, secret);
    const rest = { token, expires_in: seconds - 2 * SECONDS, theme: widgetTheme(partners, key), spread_ms: spreadMs(), cursor, values: [], refused };
    // The values have passed their contract when they were computed.
    const envelope = success(embedSession.data, rest) as { data: object };
    const json = JSON.stringify({ ...envelope, data: { ...envelope.data, values } });
    // Nobody keeps an answer that a proof has opened: the next request has to prove itself anew. Test keys are too many to keep theirs.
    if (key.proof_keys !== null || key.test) return new ReadyAnswer(json, once).raw();
    const answer = new ReadyAnswer(json, always);
    const usual = answer.raw();
    return new RawAnswer((request, response, given) => {
      made.set(`${ctx.origin} ${request.url}`, { key: key.key, answer });
      usual.write(request, response, given);
    });
  });

  const look: QuickLook = ({ url = '', headers: asked }) => {
    const known = made.get(`${asked.origin ?? ''} ${url}`);
    if (!known) return null;
    noted();
    const key = partners.accessKey(known.key);
    return key?.status === 'active' && key.origins.includes(asked.origin ?? '') ? known.answer.to(asked) : null;
  };
  platform.quick.add(`${embedSession.path}?`, look);
}
