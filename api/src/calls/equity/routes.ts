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
import type { EquityAuthoring } from './authoring.ts';
import type { Reading } from './reading.ts';

const WRITE_LIMIT = { limit: { max: 30, perSeconds: 60 } };

/** The contract's calls about equity calls. */
export function serveEquity(platform: Platform, authoring: EquityAuthoring, reading: Reading): void {
  platform.on(listCalls, ({ query }, ctx) => reading.list(query, ctx));
  platform.on(myCalls, ({ query }, ctx) => reading.mine(query, ctx));
  platform.on(readCall, ({ params }, ctx) => reading.detail(params.id, ctx));
  platform.on(readPublicView, (_, ctx) => reading.publicView(ctx.partner));

  const answers = authoring.answers(reading);
  platform.on(checkCall, answers.check);
  platform.on(publishCall, answers.publish, WRITE_LIMIT);
  platform.on(tightenStop, answers.tighten, WRITE_LIMIT);
  platform.on(exitCall, answers.exit, WRITE_LIMIT);
  platform.on(postMortemCall, answers.postMortem, WRITE_LIMIT);
  platform.on(addNote, answers.note, WRITE_LIMIT);
}
