import { Fail, type Platform } from '../../platform/platform.ts';
import { recordTables } from '../tables.ts';
import { Anchors } from './anchors.ts';

const PATH = '/.well-known/vimarsh-log/head/:size';
/** It is completed once a block holds it. */
const CACHE = 'public, max-age=600';

/** Stamps heads where calendars are set, and serves what is stamped, the head as it was signed, and the stamp. */
export function createAnchors({ db, app, log, config, onReady, onShutdown }: Platform): void {
  const own = recordTables(db);
  const anchors = new Anchors(own, config.OTS_CALENDARS, (calendar, why) =>
    log.warn({ calendar, why }, 'A calendar did not stamp the head of the log; it is asked again'),
  );
  onReady(() => anchors.start());
  onShutdown(() => anchors.stop());
  app.get<{ Params: { size: string } }>(PATH, async ({ params }, reply) => {
    const [, digits, ots] = /^([1-9]\d{0,14})(\.ots)?$/.exec(params.size) ?? [];
    const size = Number(digits);
    const head = digits && !ots ? await own.selectFrom('log_heads').select('note').where('size', '=', size).executeTakeFirst() : undefined;
    const body = ots ? await anchors.file(size) : (head?.note ?? null);
    if (body === null) throw new Fail('NOT_FOUND');
    return reply
      .header('cache-control', CACHE)
      .type(ots ? 'application/octet-stream' : 'text/plain; charset=utf-8')
      .send(body);
  });
}
