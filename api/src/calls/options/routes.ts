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
import type { OptionAuthoring } from './authoring.ts';
import type { categorisedOptions } from './categorised/categorised-options.ts';
import type { OptionReading } from './reading.ts';

const LIMIT = { limit: { max: 30, perSeconds: 60 } };
/** As often as somebody types; a whole chain is read for each. */
const CHECK_LIMIT = { limit: { max: 120, perSeconds: 60 } };
/** A whole record is counted for each. */
const COUNT_LIMIT = { limit: { max: 120, perSeconds: 60 } };

/** The contract's calls about option calls. */
export function serveOptions(platform: Platform, authoring: OptionAuthoring, reading: OptionReading, categorised: ReturnType<typeof categorisedOptions>): void {
  platform.on(listOptionCalls, ({ query }, ctx) => reading.list(query, ctx));
  platform.on(myOptionCalls, ({ query }, ctx) => reading.mine(query, ctx));
  platform.on(readOptionCall, ({ params }, ctx) => reading.detail(params.id, ctx));
  platform.on(readOptionPerformance, ({ query }, ctx) => reading.performance(query, ctx), COUNT_LIMIT);
  platform.on(readCategorisedOptions, ({ query }, ctx) => categorised(query, ctx), COUNT_LIMIT);

  const answers = authoring.answers(reading);
  platform.on(checkOptionCall, answers.check, CHECK_LIMIT);
  platform.on(publishOptionCall, answers.publish, LIMIT);
  platform.on(tightenOptionStop, answers.tighten, LIMIT);
  platform.on(exitOptionCall, answers.exit, LIMIT);
  platform.on(noteOptionCall, answers.note, LIMIT);
  platform.on(postMortemOptionCall, answers.postMortem, LIMIT);
}
