import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import { listViews, removeView, saveView } from '@vimarsh/shared/contract/saved-views/routes.ts';
import { mayKeep } from '../../../entitlements/index.ts';
import { Fail, type Platform } from '../../../platform/platform.ts';
import type { CallReader } from '../../kind.ts';
import type { CategorisedCalls } from './categorised.ts';
import type { SavedViews } from './saved-views.store.ts';

const WRITE_LIMIT = { max: 30, perSeconds: 60 };
/** A whole record is counted for each. */
const COUNT_LIMIT = { max: 120, perSeconds: 60 };

/** Counts of visible calls, and the views of them that people save. */
export function serveCategorised(platform: Platform, categorised: CategorisedCalls, views: SavedViews, now: () => Date): void {
  platform.on(readCategorised, ({ query }, ctx) => categorised.of(query, ctx), { limit: COUNT_LIMIT });
  const owner = (ctx: CallReader): string => {
    if (!mayKeep(ctx)) throw new Fail('NOT_ENTITLED');
    return ctx.caller!.user_id;
  };
  platform.on(listViews, (_, ctx) => views.of(owner(ctx)));
  platform.on(saveView, ({ body }, ctx) => views.save(owner(ctx), body, now()), { limit: WRITE_LIMIT });
  platform.on(removeView, ({ body }, ctx) => views.remove(owner(ctx), body.name), { limit: WRITE_LIMIT });
}
