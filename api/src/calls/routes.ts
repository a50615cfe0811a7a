import { listExperts, readProof } from '@vimarsh/shared/contract/calls/routes.ts';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { listViews, removeView, saveView } from '@vimarsh/shared/contract/saved-views/routes.ts';
import { mayKeep } from '../entitlements/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { CategorisedCalls } from './categorised/categorised.ts';
import type { SavedViews } from './categorised/saved-views.store.ts';
import type { Asker, CallsOfKind } from './kind.ts';
import type { ExpertDirectory } from './reading/expert-directory.ts';
import type { Experts } from './reading/experts.ts';
import { setFollow } from './reading/follows.store.ts';
import { tablesOf } from './tables.ts';

export interface RouteDependencies {
  readonly ledger: Ledger;
  /** By their names in the record. */
  readonly kinds: ReadonlyMap<string, CallsOfKind>;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  readonly categorised: CategorisedCalls;
  readonly views: SavedViews;
  readonly now: () => Date;
}

const WRITE_LIMIT = { max: 30, perSeconds: 60 };
/** A whole record is counted for each. */
const COUNT_LIMIT = { max: 120, perSeconds: 60 };

/** Routes for calls of every kind: proofs, experts, follows, and counts of visible calls. */
export function serveCalls(platform: Platform, { ledger, kinds, directory, experts, categorised, views, now }: RouteDependencies): void {
  platform.on(readProof, async ({ params }, ctx) => {
    const events = await ledger.eventsOf(params.id);
    const kind = events[0] && kinds.get(events[0].kind);
    if (!kind) throw new Fail('NOT_FOUND');
    await kind.requireVisible(params.id, ctx);
    return ledger.prove(events);
  });
  platform.on(listExperts, ({ query }, { caller }) => experts.list(query.limit, caller?.user_id ?? null));
  platform.on(follow, async ({ body }, { caller }) => {
    if (!(await directory.all()).has(body.user_id)) throw new Fail('NOT_FOUND');
    await setFollow(tablesOf(platform.db), caller!.user_id, body.user_id, body.on, new Date());
    return { following: body.on };
  });

  platform.on(readCategorised, ({ query }, ctx) => categorised.of(query, ctx), { limit: COUNT_LIMIT });
  const owner = (ctx: Asker): string => {
    if (!mayKeep(ctx)) throw new Fail('NOT_ENTITLED');
    return ctx.caller!.user_id;
  };
  platform.on(listViews, (_, ctx) => views.of(owner(ctx)));
  platform.on(saveView, ({ body }, ctx) => views.save(owner(ctx), body, now()), { limit: WRITE_LIMIT });
  platform.on(removeView, ({ body }, ctx) => views.remove(owner(ctx), body.name), { limit: WRITE_LIMIT });
}
