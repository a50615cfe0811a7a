import { listAlerts, pauseAlert, removeAlert, setAlert } from '@vimarsh/shared/contract/alerts/routes.ts';
import type { Alert, AlertCondition, AlertList } from '@vimarsh/shared/contract/alerts/types.ts';
import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { isCondition, isLevel, isReached, levelOf } from '@vimarsh/shared/domain/alerts/rules.ts';
import { figureWords } from '@vimarsh/shared/domain/alerts/words.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { roundTo } from '@vimarsh/shared/domain/text/formats.ts';
import { expertNames, type Identity, isPublicExpert } from '../identity/index.ts';
import { ownSymbol } from '../market/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import * as store from './alerts.store.ts';
import type { AlertFigures, AlertMarket } from './figures.ts';
import type { StepDoubts } from './step-doubts.ts';
import { type AlertRow, alertTables, levelDayOf } from './tables.ts';

interface Dependencies {
  readonly identity: Pick<Identity, 'expert'>;
  readonly market: AlertMarket;
  readonly figures: AlertFigures;
  readonly doubts: StepDoubts;
  /** Wall clock, for when an alert was set. */
  readonly clock: () => Date;
}

/** A stock that never trades again. */
const hasLeft = (because: ReturnType<AlertMarket['untradedBecause']>): boolean => because === 'delisted' || because === 'merged';

const WRITE_LIMIT = { max: 60, perSeconds: 60 };

/** A person's own alerts: list, set, pause, remove. Returns how they are listed. */
export function serveAlerts(
  platform: Platform,
  { identity, market, figures, doubts, clock }: Dependencies,
): { listOf(ctx: Pick<Ctx, 'caller' | 'partner'>): Promise<AlertList> } {
  const db = alertTables(platform.db);

  platform.on(listAlerts, (_input, ctx) => listOf(ctx));

  platform.on(
    setAlert,
    async ({ body: { condition: asked, repeats } }, ctx) => {
      const { user_id } = ctx.caller!;
      const condition = asked.kind === 'call_expert' ? asked : { ...asked, symbol: ownSymbol(market, asked.symbol) };
      await check(condition, ctx);
      await checkUnreached(condition);
      const alert = { user_id, condition, repeats, level_day: priceDay(condition), since: market.now(), now: clock() };
      await platform.transaction((tx) => store.keepAlert(alertTables(tx), alert));
      return listOf(ctx);
    },
    { limit: WRITE_LIMIT },
  );

  platform.on(
    pauseAlert,
    async ({ body: { id, on } }, ctx) => {
      const { user_id } = ctx.caller!;
      const row = await store.alertOf(db, user_id, id);
      if (!row) throw new Fail('NOT_FOUND');
      if (!on) await platform.transaction((tx) => store.pause(alertTables(tx), user_id, id));
      else if (row.state !== 'on') {
        if (hasEnded(row)) throw new Fail('ALERT_ENDED');
        // While nobody knows on which shares it would stand now, its level stays on those of before, and waits.
        const waits = stepOf(row) !== null;
        const day = waits ? levelDayOf(row) : priceDay(row.condition as AlertCondition);
        const condition = onSharesOf(row, day ?? istDay(market.now()));
        await check(condition, ctx);
        if (!waits) await checkUnreached(condition);
        await platform.transaction((tx) => store.goOn(alertTables(tx), row, { condition, level_day: day, since: market.now() }));
      }
      return listOf(ctx);
    },
    { limit: WRITE_LIMIT },
  );

  platform.on(
    removeAlert,
    async ({ body: { id } }, ctx) => {
      await platform.transaction((tx) => store.removeAlert(alertTables(tx), ctx.caller!.user_id, id));
      return listOf(ctx);
    },
    { limit: WRITE_LIMIT },
  );

  return { listOf };

  /** Whether this can be waited for: it is known and in the plan. Throws what keeps it from it. */
  async function check(condition: AlertCondition, ctx: Ctx): Promise<void> {
    if (isCondition(condition) && !may(callerOf(ctx), 'alerts.conditions')) throw new Fail('NOT_ENTITLED');
    if (condition.kind === 'call_expert') {
      const expert = await identity.expert(condition.user_id);
      if (!expert || !isPublicExpert(expert)) throw new Fail('NOT_FOUND');
      return;
    }
    const listing = market.instrument(condition.symbol);
    if (!listing) throw new Fail('UNKNOWN_SYMBOL');
    if (listing.status === 'delisted') throw new Fail('SYMBOL_DELISTED');
  }

  /** Whether there is such a figure, and it has not reached its level already. Throws what keeps it from being waited for. */
  async function checkUnreached(condition: AlertCondition): Promise<void> {
    if (!isLevel(condition)) return;
    const figure = await figures.now(condition);
    if (figure === null) throw new Fail(condition.kind === 'price' || condition.kind === 'percent' ? 'NO_PRICES' : 'ALERT_NO_FIGURE');
    if (isReached(condition, figure)) {
      const stands = figureWords(condition, figure, market.instrument(condition.symbol)?.kind === 'index');
      throw new Fail('ALERT_REACHED', { validation: `${condition.symbol} stands at ${stands} now. Choose a level that is still to be reached.` });
    }
  }

  /** The IST day of the price that stands now; null where no price decides. */
  function priceDay(condition: AlertCondition): string | null {
    const quote = isLevel(condition) ? market.quote(condition.symbol) : null;
    return quote && istDay(new Date(quote.ts));
  }

  /** Shares of an IST day for one of when the level was set. */
  function sharesOf(row: AlertRow, day: string): number {
    return row.symbol ? market.factor(row.symbol, levelDayOf(row), day) : 1;
  }

  /** A price level on the shares of an IST day. */
  function onSharesOf(row: AlertRow, day: string): AlertCondition {
    const condition = row.condition as AlertCondition;
    return condition.kind === 'price' ? { ...condition, value: roundTo(levelOf(condition, sharesOf(row, day)), 2) } : condition;
  }

  /** The step of the price that it waits for; null where there is none. */
  function stepOf(row: AlertRow): NotJudgeable | null {
    const condition = row.condition as AlertCondition;
    const day = priceDay(condition);
    return isLevel(condition) && day !== null ? doubts.of(condition, levelDayOf(row), day) : null;
  }

  function hasEnded({ condition: given }: AlertRow): boolean {
    const condition = given as AlertCondition;
    if ('symbol' in condition && hasLeft(market.untradedBecause(condition.symbol))) return true;
    return condition.kind === 'oi' && condition.contract !== null && condition.contract.expiry < istDay(market.now());
  }

  async function listOf(ctx: Pick<Ctx, 'caller' | 'partner'>): Promise<AlertList> {
    const { user_id } = ctx.caller!;
    const conditions = may(callerOf(ctx), 'alerts.conditions');
    const rows = await store.alertsOf(db, user_id);
    const names = await expertNames(
      identity,
      rows.map(({ expert_id }) => expert_id),
    );
    return { alerts: rows.map((row) => view(row, names, conditions)), fired_today: await store.firedOn(db, user_id, market.now()) };
  }

  function view(row: AlertRow, names: ReadonlyMap<string, string>, conditions: boolean): Alert {
    const { id, symbol, expert_id, repeats, state, armed, fires, fired_at, held, created_at } = row;
    const condition = row.condition as AlertCondition;
    const today = istDay(market.now());
    const now = onSharesOf(row, today);
    const because = 'symbol' in condition ? market.untradedBecause(condition.symbol) : null;
    const waits = state === 'on' && isLevel(condition) && condition.kind !== 'oi';
    const lapsed = !conditions && isCondition(condition) && state !== 'done' && !hasEnded(row);
    const on = state === 'on' && !lapsed && !hasEnded(row);
    return {
      id,
      condition,
      expert: expert_id ? { user_id: expert_id, full_name: names.get(expert_id)! } : null,
      points: symbol !== '' && market.instrument(symbol)?.kind === 'index',
      level_now: now.kind === 'price' && sharesOf(row, today) !== 1 ? now.value : null,
      repeats,
      state: state !== 'done' && hasEnded(row) ? 'ended' : lapsed ? 'paused' : state,
      not_in_plan: lapsed,
      coming_back: state === 'on' && !armed && !lapsed,
      no_trade_since: 'symbol' in condition && (waits || (state !== 'done' && hasLeft(because))) ? market.untradedSince(condition.symbol) : null,
      untraded_because: because,
      not_judgeable: on ? stepOf(row) : null,
      created_at: created_at.toISOString(),
      fired_at: fired_at?.toISOString() ?? null,
      fires,
      held,
    };
  }
}
