import { assignChatCase, decideChatCase, listChatCases, listChatReports, openChatCase, reportChat } from '@vimarsh/shared/contract/chat/cases.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { caseById, casesIn } from '../../cases/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../../platform/platform.ts';
import type { ChatModeration } from './moderating.ts';
import type { Reporting } from './reporting.ts';

interface Parts {
  readonly platform: Platform;
  readonly reporting: Reporting;
  readonly moderation: ChatModeration;
}

/** A time in ms, and an id: where the next page begins. */
const PLACE = /^(\d{1,14})_([0-9A-Z]{26})$/;

export function serveChatCases({ platform, reporting, moderation }: Parts): void {
  function requireModerator(ctx: Ctx): string {
    if (!may(callerOf(ctx), 'chat.moderate')) throw new Fail('FORBIDDEN');
    return ctx.caller!.user_id;
  }
  const shown = async (id: string, user_id: string) => (await moderation.show([(await caseById(platform.db, 'chat', id))!], user_id))[0]!;

  platform.on(reportChat, ({ body }, ctx) => reporting.report(ctx, body));
  platform.on(listChatReports, async ({ query: { room } }, { caller }) => ({ reports: await reporting.reports(caller!.user_id, room) }));

  platform.on(listChatCases, async ({ query: { state, assigned, after, limit } }, ctx) => {
    const user_id = requireModerator(ctx);
    const [, ms, id] = PLACE.exec(after ?? '') ?? [];
    if (after !== undefined && id === undefined) refuseField('after', 'Not a place in the list');
    const assignee = assigned === 'me' ? user_id : assigned === 'nobody' ? null : undefined;
    const behind = id === undefined ? undefined : { at: new Date(Number(ms)), id };
    const stored = state === 'upheld' ? 'removed' : state;
    const rows = await casesIn(platform.db, { area: 'chat', state: stored, assignee, behind }, limit + 1);
    const last = rows[limit - 1];
    const next = rows.length > limit && last ? `${(state === 'open' ? last.due_at : last.closed_at!).getTime()}_${last.id}` : null;
    return { cases: await moderation.show(rows.slice(0, limit), user_id), next };
  });
  platform.on(assignChatCase, async ({ body }, ctx) => {
    const user_id = requireModerator(ctx);
    await moderation.assign(ctx, body.case, body.take);
    return shown(body.case, user_id);
  });
  platform.on(openChatCase, ({ body }, ctx) => {
    requireModerator(ctx);
    return moderation.open(ctx, body.case, body.after);
  });
  platform.on(decideChatCase, async ({ body }, ctx) => {
    const user_id = requireModerator(ctx);
    await moderation.decide(ctx, body.case, body.uphold, body.words);
    return shown(body.case, user_id);
  });
}
