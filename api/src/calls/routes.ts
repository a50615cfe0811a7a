import {
  addNote,
  checkCall,
  exitCall,
  listCalls,
  listExperts,
  myCalls,
  publishCall,
  readCall,
  readLedger,
  readPerformance,
  readProof,
  readPublicView,
  tightenStop,
} from '@vimarsh/shared/contract/calls.contract.ts';
import { readCategorised } from '@vimarsh/shared/contract/categorisation.contract.ts';
import { follow } from '@vimarsh/shared/contract/identity.contract.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { listViews, removeView, saveView } from '@vimarsh/shared/contract/saved-views.contract.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import type { Authoring } from './authoring.ts';
import type { CallsDatabase } from './calls.tables.ts';
import { type CategorisedCalls, hasPro } from './categorised/categorised.ts';
import type { SavedViews } from './categorised/saved-views.store.ts';
import type { ExpertDirectory } from './expert-directory.ts';
import type { Figures } from './figures.ts';
import { followerCount, setFollow } from './follows.store.ts';
import { proofOf } from './ledger-roots.ts';
import type { Reading } from './reading.ts';
import type { Signer } from './signing-key.ts';

export interface RouteParts {
  readonly db: CallsDatabase;
  readonly authoring: Authoring;
  readonly reading: Reading;
  readonly figures: Figures;
  readonly directory: ExpertDirectory;
  readonly signer: Signer;
  readonly categorised: CategorisedCalls;
  readonly views: SavedViews;
  readonly now: () => Date;
}

const WRITE_LIMIT = { max: 30, perSeconds: 60 };
/** A whole record is counted for each. */
const COUNT_LIMIT = { max: 120, perSeconds: 60 };

/** The contract's calls of this feature, and the ledger's public file. */
export function serveCalls(platform: Platform, { db, authoring, reading, figures, directory, signer, categorised, views, now }: RouteParts): void {
  platform.on(listCalls, ({ query }, ctx) => reading.list(query, ctx));
  platform.on(myCalls, ({ query }, ctx) => reading.mine(query, ctx));
  platform.on(readCall, ({ params }, ctx) => reading.detail(params.id, ctx));
  platform.on(readProof, async ({ params }, ctx) => {
    const row = await reading.visibleRow(params.id, ctx);
    return (await proofOf(db, row.id, signer.publicKey))!;
  });
  platform.on(readPublicView, (_, ctx) => reading.publicView(ctx.partner));
  platform.on(readPerformance, ({ query }) => figures.performance(query));
  platform.on(readCategorised, ({ query }, ctx) => categorised.of(query, ctx), { limit: COUNT_LIMIT });
  const owner = (ctx: Pick<Ctx, 'caller'>): string => {
    if (!hasPro(ctx)) throw new Fail('NOT_ENTITLED');
    return ctx.caller!.user_id;
  };
  platform.on(listViews, (_, ctx) => views.of(owner(ctx)));
  platform.on(saveView, ({ body }, ctx) => views.save(owner(ctx), body, now()), { limit: WRITE_LIMIT });
  platform.on(removeView, ({ body }, ctx) => views.remove(owner(ctx), body.name), { limit: WRITE_LIMIT });
  platform.on(listExperts, ({ query }, ctx) => reading.experts(query.limit, ctx));

  platform.on(checkCall, async ({ body }, { caller }) => ({ ...(await authoring.check(caller!, body)), recipients: await followerCount(db, caller!.user_id) }));
  platform.on(publishCall, async ({ body }, ctx) => reading.detailOf(await authoring.publish(ctx.caller!, body.cid, body.draft), ctx), { limit: WRITE_LIMIT });
  platform.on(tightenStop, async ({ params, body }, ctx) => reading.detailOf(await authoring.tighten(ctx.caller!, params.id, body.cid, body.stop_loss), ctx), {
    limit: WRITE_LIMIT,
  });
  platform.on(exitCall, async ({ params, body }, ctx) => reading.detailOf(await authoring.exit(ctx.caller!, params.id, body.cid, body.reason), ctx), {
    limit: WRITE_LIMIT,
  });
  platform.on(addNote, async ({ params, body }, ctx) => reading.detailOf(await authoring.note(ctx.caller!, params.id, body.cid, body.note), ctx), {
    limit: WRITE_LIMIT,
  });

  platform.on(follow, async ({ body }, { caller }) => {
    if (!(await directory.all()).has(body.user_id)) throw new Fail('NOT_FOUND');
    await setFollow(db, caller!.user_id, body.user_id, body.on, new Date());
    return { following: body.on };
  });

  const ledger = async (): Promise<Data<typeof readLedger>> => {
    const roots = await db.selectFrom('ledger_roots').selectAll().orderBy('trading_date').execute();
    return {
      public_key: signer.publicKey,
      roots: roots.map(({ trading_date, merkle_root, count, prev_root, signature, published_at }) => ({
        trading_date,
        merkle_root,
        count,
        prev_root,
        signature,
        published_at: published_at.toISOString(),
      })),
    };
  };
  platform.on(readLedger, ledger, { cache: 'public, max-age=60' });
  platform.app.get('/.well-known/vimarsh-ledger.json', async (_, reply) => reply.header('cache-control', 'public, max-age=60').send(await ledger()));
}
