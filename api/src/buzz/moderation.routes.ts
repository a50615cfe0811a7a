import { assignBuzzCase, decideBuzzCase, listBuzzCases } from '@vimarsh/shared/contract/buzz/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { caseById, casesIn } from '../cases/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, refuseField } from '../platform/platform.ts';
import { readPlace, writePlace } from './posts.store.ts';
import type { BuzzRouteParts } from './routes.ts';
import { buzzTables } from './tables.ts';

/** The answers to moderators. */
export function serveModeration({ platform, moderating, show }: BuzzRouteParts): void {
  const db = buzzTables(platform.db);
  function requireModerator(ctx: Ctx): string {
    if (!may(callerOf(ctx), 'buzz.moderate')) throw new Fail('FORBIDDEN');
    return ctx.caller!.user_id;
  }
  const shown = async (id: string, user_id: string) => (await show.cases([(await caseById(db, 'buzz', id))!], user_id))[0]!;

  platform.on(listBuzzCases, async ({ query: { state, queue, assigned, after, limit } }, ctx) => {
    const user_id = requireModerator(ctx);
    const assignee = assigned === 'me' ? user_id : assigned === 'nobody' ? null : undefined;
    const behind = after === undefined ? undefined : (readPlace(after) ?? refuseField('after', 'Not a place in the list'));
    const rows = await casesIn(db, { area: 'buzz', state, queue, assignee, behind }, limit + 1);
    const last = rows[limit - 1];
    const next = rows.length > limit && last ? writePlace({ at: state === 'open' ? last.due_at : last.closed_at!, id: last.id }) : null;
    return { cases: await show.cases(rows.slice(0, limit), user_id), next };
  });
  platform.on(assignBuzzCase, async ({ body }, ctx) => {
    const user_id = requireModerator(ctx);
    await moderating.assign(ctx, body.case, body.take);
    return shown(body.case, user_id);
  });
  platform.on(decideBuzzCase, async ({ body }, ctx) => {
    const user_id = requireModerator(ctx);
    if (body.remove && body.reason === undefined) refuseField('reason', 'Choose a reason');
    await moderating.decide(ctx, body.case, body.remove, body.reason ?? 'claim', body.words);
    return shown(body.case, user_id);
  });
}
