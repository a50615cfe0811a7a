import type { RowAlert } from '@vimarsh/shared/contract/watchlists/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Notices } from '../notices/index.ts';
import type { Ctx, Platform } from '../platform/platform.ts';
import { alertsKept, eraseAlerts, tidyAlerts } from './alerts.store.ts';
import { callAlerts } from './call-alerts.ts';
import { AlertFigures, type AlertMarket } from './figures.ts';
import { serveAlerts } from './routes.ts';
import { type AlertRowOf, rowAlert } from './row-alert.ts';
import { StepDoubts } from './step-doubts.ts';
import { alertTables } from './tables.ts';
import { alertNotices } from './telling.ts';
import { AlertWatch } from './watch.ts';

/** How long an alert that is done stays in its owner's list. */
const KEPT_MS = 30 * 86_400_000;

export interface AlertsDependencies {
  readonly market: AlertMarket;
  readonly identity: Pick<Identity, 'expert' | 'known' | 'askers' | 'keeps'>;
  readonly calls: Pick<Calls, 'onPublished' | 'readersOf'>;
  readonly notices: Pick<Notices, 'source' | 'tell'>;
  /** Wall clock by default. */
  readonly clock?: () => Date;
}

export interface Alerts {
  /** Judges everything up to an instant of the market; the market's beats do it. Resolves when it is stored. */
  judgeUntil(to: Date): Promise<void>;
  /** What the caller is told of about a row of a list, read once for all rows; null for nothing. */
  ofRows(ctx: Pick<Ctx, 'caller' | 'partner'>): Promise<(row: AlertRowOf) => RowAlert | null>;
  /** How many alerts on figures are watched. */
  watched(): number;
}

/** What people asked to be told of: judged here, by what closes calls, and told like everything else. Runs from ready to shutdown. */
export function createAlerts(platform: Platform, { market, identity, calls, notices, clock = () => new Date() }: AlertsDependencies): Alerts {
  const figures = new AlertFigures(market);
  const doubts = new StepDoubts(market);
  market.onRevised(() => doubts.forget());
  const tell = alertNotices({ platform, market, identity, calls, notices });
  const watch = new AlertWatch({ platform, market, figures, doubts, identity, tell });
  callAlerts({ platform, calls, tell });
  const { listOf } = serveAlerts(platform, { identity, market, figures, doubts, clock });

  const db = alertTables(platform.db);
  identity.keeps({ name: 'alerts', of: (user_id) => alertsKept(db, user_id), erase: eraseAlerts });
  platform.jobs.schedule('alerts.tidy', '40 3 * * *', () =>
    platform.transaction((tx) => tidyAlerts(tx, new Date(clock().getTime() - KEPT_MS), istDay(market.now()))),
  );
  platform.onReady(() => watch.start());
  platform.onShutdown(() => watch.stop());

  return {
    judgeUntil: (to) => watch.advanceTo(to),
    async ofRows(ctx) {
      const list = await listOf(ctx);
      return (row) => rowAlert(list.alerts, row);
    },
    watched: () => watch.size,
  };
}
