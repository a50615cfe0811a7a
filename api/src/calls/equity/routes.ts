import {
  addNote,
  checkCall,
  exitCall,
  listCalls,
  myCalls,
  postMortemCall,
  readCall,
  readPublicView,
  tightenStop,
} from '@vimarsh/shared/contract/calls/routes.ts';
import { publishCall } from '@vimarsh/shared/contract/receipt/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { followerCount } from '../reading/follows.store.ts';
import type { EquityAuthoring } from './authoring.ts';
import type { Reading } from './reading.ts';

const WRITE_LIMIT = { max: 30, perSeconds: 60 };

/** The contract's calls about equity calls. */
export function serveEquity(platform: Platform, authoring: EquityAuthoring, reading: Reading): void {
  platform.on(listCalls, ({ query }, ctx) => reading.list(query, ctx));
  platform.on(myCalls, ({ query }, ctx) => reading.mine(query, ctx));
  platform.on(readCall, ({ params }, ctx) => reading.detail(params.id, ctx));
  platform.on(readPublicView, (_, ctx) => reading.publicView(ctx.partner));

  platform.on(checkCall, async ({ query, body }, { caller, partner }) => ({
    ...(await authoring.check({ caller: caller!, partner }, body, query.cid)),
    recipients: await followerCount(platform.db, caller!.user_id),
  }));
  platform.on(
    publishCall,
    async ({ body }, { caller, partner }) => {
      const author = { caller: caller!, partner };
      return reading.publishedOf(await authoring.publish(author, body.cid, body.draft), author);
    },
    {
      limit: WRITE_LIMIT,
    },
  );
  platform.on(tightenStop, async ({ params, body }, ctx) => reading.detailOf(await authoring.tighten(ctx.caller!, params.id, body.cid, body.stop_loss), ctx), {
    limit: WRITE_LIMIT,
  });
  platform.on(exitCall, async ({ params, body }, ctx) => reading.detailOf(await authoring.exit(ctx.caller!, params.id, body.cid, body.reason), ctx), {
    limit: WRITE_LIMIT,
  });
  platform.on(postMortemCall, async ({ params, body }, ctx) => reading.detailOf(await authoring.postMortem(ctx.caller!, params.id, body.cid, body.text), ctx), {
    limit: WRITE_LIMIT,
  });
  platform.on(addNote, async ({ params, body }, ctx) => reading.detailOf(await authoring.note(ctx.caller!, params.id, body.cid, body.note), ctx), {
    limit: WRITE_LIMIT,
  });
}
