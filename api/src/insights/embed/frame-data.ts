import { embedCandles, embedEquity, embedOptions, embedSentiment } from '@vimarsh/shared/contract/embed/routes.ts';
import type { WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import { subjectCode } from '@vimarsh/shared/domain/insights/subject-code.ts';
import type { AccessKey, Partners } from '../../partners/index.ts';
import { type Ctx, Fail, type Platform, type RawAnswer } from '../../platform/platform.ts';
import { PreparedAnswers } from '../prepared-answers.ts';
import type { DataFor } from './key-data.ts';
import { liveKey, requirePage, requireWidget, takeUse } from './widget-keys.ts';
import { readWidgetToken, type WidgetGrant } from './widget-token.ts';

interface Parts {
  readonly dataFor: DataFor;
  readonly partners: Partners;
  readonly secret: string;
}

/** One subject at a time, for iframe pages: each stands alone and asks for what it shows. Candles also for elements. */
export function serveFrameData(platform: Platform, { dataFor, partners, secret }: Parts): void {
  /** The grant of a token. Throws what it or its key is refused for; the key is read again on every call, so a revoked one goes dark with the next. */
  const grantOf = async (token: string, widget: WidgetName, ctx: Ctx): Promise<{ grant: WidgetGrant; key: AccessKey }> => {
    const grant = readWidgetToken(token, secret, new Date());
    if (!grant) throw new Fail('SESSION_ENDED', { validation: 'Not available right now.', redirect: '' });
    const key = liveKey(partners, grant.key, new Date());
    requireWidget(key, widget);
    requirePage(key, grant, ctx);
    await takeUse(platform, key, 'widget', ctx.ip);
    return { grant, key };
  };
  const answer = async (widget: WidgetName, code: string, ctx: Ctx): Promise<RawAnswer> => {
    const { grant, key } = await grantOf(ctx.bearer, widget, ctx);
    const subject = await (await dataFor(key)).subjects.read(`${widget}:${code}`);
    if (!subject) throw new Fail('UNKNOWN_SYMBOL');
    // A frame's token is bound to no origin, and whoever asks may send any, as with a test key: ready answers are kept for the listed ones only.
    return grant.origin === '' || key.test ? subject.answer.own() : subject.answer.raw();
  };
  platform.on(embedSentiment, ({ params }, ctx) => answer('market-sentiment', params.stock_code, ctx));
  platform.on(embedEquity, ({ params }, ctx) => answer('equity-insights', params.stock, ctx));
  platform.on(embedOptions, ({ params, query }, ctx) => answer('options-insights', subjectCode(params.indice, query.expiry), ctx));

  const charts = new PreparedAnswers(embedCandles.data, 'private, no-cache');
  platform.on(embedCandles, async ({ params, query }, ctx) => {
    const { key } = await grantOf(ctx.bearer || query.token, 'equity-insights', ctx);
    const { candles } = await dataFor(key);
    return charts.of(await candles.of(params.stock, query.interval));
  });
}
