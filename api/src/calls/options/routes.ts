import { checkOptionCall, publishOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import {
  exitOptionCall,
  listOptionCalls,
  myOptionCalls,
  noteOptionCall,
  postMortemOptionCall,
  readOptionCall,
  readOptionPerformance,
  tightenOptionStop,
} from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCategorisedOptions } from '@vimarsh/shared/contract/categorisation/options.ts';
import type { Platform } from '../../platform/platform.ts';
import { followerCount } from '../reading/follows.store.ts';
import type { OptionAuthoring } from './authoring.ts';
import type { CategorisedOptionCalls } from './categorised/categorised-options.ts';
import type { OptionReading } from './reading.ts';

const LIMIT = { limit: { max: 30, perSeconds: 60 } };
/** As often as somebody types; a whole chain is read for each. */
const CHECK_LIMIT = { limit: { max: 120, perSeconds: 60 } };
/** A whole record is counted for each. */
const COUNT_LIMIT = { limit: { max: 120, perSeconds: 60 } };

/** The contract's calls about option calls. */
export function serveOptions(platform: Platform, authoring: OptionAuthoring, reading: OptionReading, categorised: CategorisedOptionCalls): void {
  platform.on(listOptionCalls, ({ query }, ctx) => reading.list(query, ctx));
  platform.on(myOptionCalls, ({ query }, ctx) => reading.mine(query, ctx));
  platform.on(readOptionCall, ({ params }, ctx) => reading.detail(params.id, ctx));
  platform.on(readOptionPerformance, ({ query }, ctx) => reading.performance(query, ctx), COUNT_LIMIT);
  platform.on(readCategorisedOptions, ({ query }, ctx) => categorised.of(query, ctx), COUNT_LIMIT);

  platform.on(
    checkOptionCall,
    async ({ query, body }, { caller, partner }) => ({
      ...(await authoring.check({ caller: caller!, partner }, body, query.cid)),
      recipients: await followerCount(platform.db, caller!.user_id),
    }),
    CHECK_LIMIT,
  );
  platform.on(
    publishOptionCall,
    async ({ body }, { caller, partner }) => {
      const author = { caller: caller!, partner };
      return reading.publishedOf(await authoring.publish(author, body.cid, body.draft), author);
    },
    LIMIT,
  );
  platform.on(
    tightenOptionStop,
    async ({ params, body }, ctx) => reading.detailOf(await authoring.tighten(ctx.caller!, params.id, body.cid, body.stop_loss), ctx),
    LIMIT,
  );
  platform.on(
    exitOptionCall,
    async ({ params, body }, ctx) => reading.detailOf(await authoring.exit(ctx.caller!, params.id, body.cid, body.reason), ctx),
    LIMIT,
  );
  platform.on(noteOptionCall, async ({ params, body }, ctx) => reading.detailOf(await authoring.note(ctx.caller!, params.id, body.cid, body.note), ctx), LIMIT);
  platform.on(
    postMortemOptionCall,
    async ({ params, body }, ctx) => reading.detailOf(await authoring.postMortem(ctx.caller!, params.id, body.cid, body.text), ctx),
    LIMIT,
  );
}
