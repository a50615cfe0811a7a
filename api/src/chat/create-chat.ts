import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { type CheckText, guardedBy } from './check-text.ts';
import { createDeciding } from './deciding.ts';
import { createExpertList } from './experts.ts';
import { keepChats, tidyChats } from './kept.ts';
import { createMarking } from './marking.ts';
import { recentOf } from './recent.ts';
import { serveChats } from './routes.ts';
import { type ChatSockets, openChatSockets } from './sockets.ts';
import { chatTables } from './tables.ts';
import { createWriting } from './writing.ts';

export interface ChatDependencies {
  readonly identity: Pick<Identity, 'askers' | 'contactsOf' | 'expert' | 'experts' | 'isOpen' | 'keeps' | 'lastSeen'>;
  readonly calls: Pick<Calls, 'publishedBy'>;
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
}

/** As many rooms as one page of a list has. */
const RECENT = 50;

/** Conversations between investors and experts, where what is acknowledged is kept. */
export function createChat(platform: Platform, { identity, calls, market, checkText = guardedBy(market), clock = () => new Date() }: ChatDependencies): Chat {
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
  const write = createWriting({ platform, checkText, clock, tell, tellAgain: (row) => sockets.entryAgain(row) });
  const deciding = createDeciding({ platform, identity, checkText, clock, tell });
  const mark = createMarking({ platform, tell: (room, user_id, marks) => sockets.marks(room, user_id, marks) });
  const recent = (user_id: string, only?: string): Promise<RecentChat[]> => recentOf(db, identity, user_id, only === undefined ? {} : { only }, RECENT);
  sockets = openChatSockets({ platform, write, decide: deciding.decide, mark, recent });
  const listExperts = createExpertList({ db, identity, calls, isHere: sockets.isHere, offersAway: platform.config.demo, clock });
  serveChats({ platform, identity, write, deciding, mark, listExperts });
  keepChats(identity, platform.db, clock);
  platform.jobs.schedule('chat.time', '* * * * *', deciding.passTime);
  platform.jobs.schedule('chat.plans', '25 * * * *', deciding.endPlans);
  platform.jobs.schedule('chat.tidy', '30 4 1 * *', () => platform.transaction((tx) => tidyChats(tx, clock())));
  return { passTime: deciding.passTime, endPlans: deciding.endPlans };
}
