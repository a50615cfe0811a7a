import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import type { CallNotice } from '@vimarsh/shared/contract/notices/types.ts';
import { isCondition } from '@vimarsh/shared/domain/alerts/rules.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { AlertFacts, Happening, NoticeLetter, Notices } from '../notices/index.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { AlertMarket } from './figures.ts';
import { firedCount, firedPage, mostEvent, type Told } from './fires.store.ts';
import { mayHaveConditions } from './plan-rights.ts';
import { alertTables } from './tables.ts';

const SOURCE = 'alerts';

interface Dependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly market: Pick<AlertMarket, 'instrument'>;
  readonly identity: Pick<Identity, 'known' | 'askers'>;
  readonly calls: Pick<Calls, 'readersOf'>;
  readonly notices: Pick<Notices, 'source' | 'tell'>;
}

export interface Fired {
  readonly event_id: string;
  readonly at: Date;
  readonly told: Told;
  /** Whose notices one may mute; '' for nobody's. */
  readonly expert_id: string;
  /** A figure reached its level, or a call was published. */
  readonly fired: { readonly condition: LevelCondition; readonly figure: number } | { readonly call: CallNotice['call'] };
}

/** Tells owners of alerts that they fired, once the caller's transaction is committed. */
export type TellFired = (tx: Database, fired: Fired) => Promise<void>;

/**
 * Alerts that fired are told like everything else: page by page, in an order drawn for each, in the bell at once and on devices after quiet
 * hours. Who may not read a call any more, or whose plan no longer
 * includes the figure, is not told of it. A device names no stock and no level, and no mail is sent.
 */
export function alertNotices({ platform, market, identity, calls, notices }: Dependencies): TellFired {
  const db = alertTables(platform.db);
  notices.source({
    name: SOURCE,
    countFollowers: ({ id }) => firedCount(db, id),
    followers: ({ id }, lots, after, limit) => firedPage(db, id, lots, after, limit),
    readers: async ({ facts }, user_ids) => {
      const { call, alert } = facts as AlertFacts;
      if (call) return calls.readersOf(call, user_ids);
      return alert && isCondition(alert.condition) ? mayHaveConditions(identity, user_ids) : identity.known(user_ids);
    },
    letter: async ({ facts }) => letterOf(facts as AlertFacts),
  });

  return async (tx, { event_id, at, told, expert_id, fired }) => {
    const about: Pick<Happening, 'source' | 'topic' | 'first' | 'happened_at'> = { source: SOURCE, topic: 'market', first: true, happened_at: at };
    if (told.told > 0) {
      const points = 'condition' in fired && market.instrument(fired.condition.symbol)?.kind === 'index';
      const facts: AlertFacts =
        'call' in fired
          ? { what: 'alert_call', alert: null, call: fired.call, urgent: fired.call.term === 'intraday' }
          : { what: 'alert', alert: { ...fired, points }, call: null, urgent: false };
      await notices.tell(tx, { ...about, id: event_id, about: event_id, expert_id, facts });
    }
    if (told.most > 0) {
      const id = mostEvent(event_id);
      await notices.tell(tx, { ...about, id, about: id, expert_id: '', facts: { what: 'alerts_most', alert: null, call: null, urgent: false } });
    }
  };
}

/** For devices alone, which show nothing but words fixed by its kind. */
function letterOf({ alert, call }: AlertFacts): NoticeLetter | null {
  if (!alert && !call) return null;
  const path = call ? memberCallAddress(call) : stockPage((alert!.condition as LevelCondition).symbol);
  return { kind: 'alerts', only: ['push'], subject: 'An alert that you set has fired', path, text: () => 'An alert that you set has fired.' };
}
