import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Notices } from '../notices/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { serveChatCases } from './cases/cases.routes.ts';
import { createChatModeration } from './cases/moderating.ts';
import { createReporting } from './cases/reporting.ts';
import { type CheckText, guardedBy } from './check-text.ts';
import { createDeciding } from './deciding.ts';
import { createAnswerTimes, serveAnswerTimes } from './desk/answer-times.ts';
import { serveHours } from './desk/hours.ts';
import { serveReadyAnswers } from './desk/ready-answers.ts';
import { createExpertList } from './experts.ts';
import { serveFiles } from './files/files.routes.ts';
import { keepChats, tidyChats } from './kept.ts';
import { createMarking } from './marking.ts';
import { recentOf } from './recent.ts';
import { serveChats } from './routes.ts';
import { type ChatSockets, openChatSockets } from './sockets.ts';
import { chatTables } from './tables.ts';
import { createChatNews } from './telling.ts';
import { createUnheard } from './unheard.ts';
import { createWriting, type Writer } from './writing.ts';

export interface ChatDependencies {
  readonly identity: Pick<Identity, 'askers' | 'contactsOf' | 'expert' | 'experts' | 'isOpen' | 'keeps' | 'known' | 'lastSeen'>;
  readonly notices: Pick<Notices, 'source' | 'tell'>;
  readonly calls: Pick<Calls, 'publishedBy' | 'readableCall'>;
  /** Names of what is listed, by which the guard of texts knows a tip. */
  readonly market: Pick<Market, 'instruments'>;
  /** The guard of texts by default. */
  readonly checkText?: CheckText;
  /** Wall clock by default: requests expire by the server's own time, not by that of a simulated market. */
  readonly clock?: () => Date;
}

export interface Chat {
  /** Moves on what is due by the server's clock; done every minute. */
  passTime(): Promise<void>;
  /** Closes rooms whose investor has no right to chats any more; done every hour. */
  endPlans(): Promise<void>;
  /** Tells members of messages that nobody has seen; done every minute. */
  tellUnheard(): Promise<void>;
}

/** As many rooms as one page of a list has. */
const RECENT = 50;

/** Conversations between investors and experts, where what is acknowledged is kept. */
export function createChat(
  platform: Platform,
  { identity, notices, calls, market, checkText = guardedBy(market), clock = () => new Date() }: ChatDependencies,
): Chat {
  const db = chatTables(platform.db);
  // Assigned below: what is told of is written by what the sockets call.
  let sockets: ChatSockets;
  const tell: ChatSockets['entry'] = (row, room) => {
    try {
      sockets.entry(row, room);
    } catch (error) {
      // It was committed, so it is acknowledged; members find it by its number.
      platform.log.error({ err: error, object: room.id }, 'an entry of a chat could not be sent');
    }
  };
  const news = createChatNews({ identity, notices });
  const hasPublished = async (call_id: string, writer: Writer): Promise<boolean> => {
    const found = await calls.readableCall(call_id, writer).catch((error: unknown) => {
      if (error instanceof Fail) return null;
      throw error;
    });
    return found?.events[0]?.expert_id === writer.caller!.user_id;
  };
  const write = createWriting({ platform, checkText, hasPublished, clock, tell, tellAgain: (row) => sockets.entryAgain(row) });
  const deciding = createDeciding({ platform, identity, checkText, clock, tell, news });
  const mark = createMarking({ platform, tell: (room, user_id, marks) => sockets.marks(room, user_id, marks) });
  const recent = (user_id: string, only?: readonly string[]): Promise<RecentChat[]> =>
    recentOf(db, identity, user_id, only === undefined ? {} : { only }, RECENT, clock());
  sockets = openChatSockets({ platform, write, decide: deciding.decide, mark, recent });
  const answerTimes = createAnswerTimes(db, clock);
  serveAnswerTimes(platform, identity, answerTimes);
  const listExperts = createExpertList({ db, identity, answerTimes, calls, isHere: sockets.isHere, offersAway: platform.config.demo, clock });
  serveChats({ platform, identity, write, deciding, mark, listExperts, clock });
  const moderation = createChatModeration({ platform, identity, clock, news, tell });
  serveFiles(platform, write, moderation);
  serveHours({ platform, identity, checkText, clock });
  serveReadyAnswers({ platform, checkText, clock });
  serveChatCases({ platform, reporting: createReporting({ platform, clock }), moderation });
  const tellUnheard = createUnheard({ platform, news, clock });
  keepChats(identity, platform.db, news, clock);
  platform.jobs.schedule('chat.time', '* * * * *', deciding.passTime);
  platform.jobs.schedule('chat.unheard', '* * * * *', tellUnheard);
  platform.jobs.schedule('chat.plans', '25 * * * *', deciding.endPlans);
  platform.jobs.schedule('chat.tidy', '30 4 1 * *', () => platform.transaction((tx) => tidyChats(tx, clock())));
  return { passTime: deciding.passTime, endPlans: deciding.endPlans, tellUnheard };
}
