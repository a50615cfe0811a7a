import { approveShare, exportShares, listShares, payShare, proposeShare, withdrawShare } from '@vimarsh/shared/contract/plans/shares.ts';
import type { Capability } from '@vimarsh/shared/domain/access/capabilities.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { bookMonth } from '@vimarsh/shared/domain/money/book-month.ts';
import type { Partners } from '../../partners/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { book } from '../books.ts';
import { sharesOfMonth } from './export-shares.ts';
import { lockShares, type SharesDb } from './shares.tables.ts';
import { decide, keepTerm, newestTerms, termOf } from './terms.ts';

interface Deps {
  readonly partners: Pick<Partners, 'byKey'>;
  readonly clock: () => Date;
}

/** What partners have of the fees of their sites. One admin proposes it, another approves it; who pays a statement out notes it here. */
export function serveShares(platform: Platform, { partners, clock }: Deps): void {
  platform.on(proposeShare, async ({ body }, ctx) => {
    mayDo(ctx, 'share.set');
    const now = clock();
    if (!partners.byKey(body.site)) refuseField('site', 'There is no such site.');
    refuseClosed(body.from_month, now);
    const id = ulid();
    await platform.transaction(async (tx) => {
      await keepTerm(tx, { id, ...body }, ctx.caller!.user_id, now);
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'share.propose', object: id, after: body });
    });
    return { id };
  });

  platform.on(approveShare, async ({ body: { id } }, ctx) => {
    mayDo(ctx, 'share.set');
    const { user_id: approved_by } = ctx.caller!;
    await platform.transaction(async (tx: SharesDb) => {
      const term = await termOf(tx, id);
      if (!term) throw new Fail('NOT_FOUND');
      if (term.set_by === approved_by) throw new Fail('FORBIDDEN', { validation: 'Another admin has to approve what you proposed.' });
      // Nobody writes a statement of the month meanwhile.
      await lockShares(tx, term.site);
      const now = clock();
      refuseClosed(term.from_month, now);
      await refuseWritten(tx, term);
      if (!(await decide(tx, id, { approved_by, approved_at: now }))) throw new Fail('BAD_REQUEST', { validation: 'It was approved or withdrawn already.' });
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'share.approve', object: id });
    });
    return {};
  });

  platform.on(withdrawShare, async ({ body: { id } }, ctx) => {
    mayDo(ctx, 'share.set');
    await platform.transaction(async (tx) => {
      if (!(await decide(tx, id, { withdrawn_by: ctx.caller!.user_id, withdrawn_at: clock() }))) throw new Fail('NOT_FOUND');
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'share.withdraw', object: id });
    });
    return {};
  });

  platform.on(listShares, async (_input, ctx) => {
    mayDo(ctx, 'share.set');
    return (await newestTerms(platform.db)).map(({ set_at, approved_at, withdrawn_at, ...term }) => ({
      ...term,
      ...{ set_at: set_at.toISOString(), approved_at: approved_at?.toISOString() ?? null, withdrawn_at: withdrawn_at?.toISOString() ?? null },
    }));
  });

  platform.on(
    exportShares,
    async ({ query: { month, after } }, ctx) => {
      mayDo(ctx, 'money.read-books');
      await platform.transaction((tx) => platform.audit.write(tx, { ...doneBy(ctx), action: 'shares.export', object: month }));
      return sharesOfMonth(platform.db, month, after);
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );

  platform.on(payShare, async ({ body: { site, month, payable_paise, reference } }, ctx) => {
    mayDo(ctx, 'share.set');
    const now = clock();
    await platform.transaction(async (tx: SharesDb) => {
      const owed = await tx.selectFrom('share_statements').select('payable_paise').where('site', '=', site).where('month', '=', month).executeTakeFirst();
      if (!owed) throw new Fail('NOT_FOUND');
      if (owed.payable_paise !== payable_paise) refuseField('payable_paise', 'This is not what the statement says is payable.');
      const paid = await tx
        .insertInto('share_payouts')
        .values({ site, month, paise: payable_paise, reference, paid_by: ctx.caller!.user_id, paid_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('site')
        .executeTakeFirst();
      if (!paid) throw new Fail('SHARE_PAID');
      await book(tx, `share paid ${site} ${month}`, { shares_due: payable_paise, bank: -payable_paise }, now);
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'share.pay', object: `${site} ${month}`, after: { payable_paise, reference } });
    });
    return {};
  });
}

function mayDo(ctx: Ctx, right: Extract<Capability, 'share.set' | 'money.read-books'>): void {
  if (!may(callerOf(ctx), right)) throw new Fail('FORBIDDEN');
}

function refuseClosed(from_month: string, now: Date): void {
  if (from_month < bookMonth(now)) refuseField('from_month', 'That month is over: a share changes from this month on, or later.');
}

/** A node whose clock is behind might take a month for open that another has closed. */
async function refuseWritten(tx: SharesDb, { site, from_month }: { site: string; from_month: string }): Promise<void> {
  const written = await tx.selectFrom('share_statements').select('month').where('site', '=', site).where('month', '>=', from_month).executeTakeFirst();
  if (written) refuseField('from_month', 'That month is over: a share changes from this month on, or later.');
}
