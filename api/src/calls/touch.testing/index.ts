import { route } from '@vimarsh/shared/contract/route.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import * as z from 'zod/mini';
import type { CallHead, ChainedEvent, Kind, Watched } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Written } from '../authoring.ts';
import type { CallsOfKind, KindDependencies } from '../kind.ts';

interface TouchState {
  readonly level: number;
  /** ms */
  readonly until: number;
  readonly status: 'active' | 'target_hit' | 'expired';
  readonly frozen: boolean;
}
interface TouchRow extends CallHead {
  level: number;
  touched_at: Date | null;
}
interface OpenTouch extends Watched {
  readonly stock: string;
  readonly state: TouchState;
}

const draft = z.object({ cid: z.string(), stock: z.string(), level: z.number(), until: z.string() });
const touch = z.object({ id: z.string(), stock: z.string(), level: z.number(), status: z.string(), touched_at: z.nullable(z.string()) });
export const publishTouch = route({ method: 'POST', path: '/reco/v1/touches', summary: 'Publish.', access: 'session', body: draft, data: touch });
export const listTouches = route({ method: 'GET', path: '/reco/v1/touches', summary: 'List.', access: 'session', data: z.array(touch) });

const touchKind = (market: Market): Kind<TouchState, TouchRow, OpenTouch, null> => ({
  name: 'touch',
  table: 'touches',
  changes: ['status', 'is_open', 'touched_at'],
  apply(state, { type, payload }) {
    if (!state) return { level: payload.level as number, until: Date.parse(payload.until as string), status: 'active', frozen: false };
    if (type === 'admin_flag') return { ...state, frozen: payload.flag === 'expert_suspended' };
    return type === 'target_hit' || type === 'expired' ? { ...state, status: type } : state;
  },
  project(row, state, event) {
    const published = row ?? rowOf(event);
    const touched_at = state.status === 'target_hit' ? (published.touched_at ?? new Date(event.ts)) : null;
    return { ...published, status: state.status, is_open: state.status === 'active', touched_at };
  },
  context: async () => null,
  watch({ id, expert_id, stock, published_at, state: text }) {
    const state = JSON.parse(text) as TouchState;
    return { id, expert_id, stock, published_at, state, frozen: state.frozen };
  },
  async judge(open, from, to) {
    const made = [];
    for (const { id, expert_id, stock, state } of open) {
      const until = new Date(Math.min(to.getTime(), state.until));
      const bar = (await market.bars(stock, from, until)).find(({ l, h }) => l <= state.level && h >= state.level);
      const at = bar?.end ?? (to.getTime() >= state.until ? new Date(state.until) : null);
      if (!at) continue;
      const event = { kind: 'touch', call_id: id, expert_id, type: bar ? 'target_hit' : 'expired', payload: {}, actor: 'engine', ts: at.toISOString() };
      made.push({ event, knownAt: at.getTime() });
    }
    return made;
  },
});

const rowOf = ({ call_id, expert_id, ts, payload }: ChainedEvent): Omit<TouchRow, 'hash' | 'state'> => ({
  id: call_id,
  expert_id,
  stock: payload.stock as string,
  status: 'active',
  is_open: true,
  published_at: new Date(ts),
  level: payload.level as number,
  touched_at: null,
});

export function createTouch({ platform, market, authoring }: KindDependencies): CallsOfKind {
  const kind = touchKind(market);
  const view = ({ id, stock, level, status, touched_at }: TouchRow) => ({ id, stock, level, status, touched_at: touched_at?.toISOString() ?? null });
  const rows = (): Promise<TouchRow[]> => platform.db.selectFrom('touches').selectAll().orderBy('id').execute() as Promise<TouchRow[]>;

  const written: Written<TouchRow> = { kind, mayPublish: (asking) => may(asking, 'equity.publish'), mayChange: () => false };

  platform.on(publishTouch, async ({ body: { cid, ...payload } }, ctx) => {
    const caller = ctx.caller!;
    const row = await authoring.publish(written, { caller, cid, body: { touch: payload } }, async () => {
      if (!market.instrument(payload.stock)) throw new Fail('UNKNOWN_SYMBOL');
      const ts = market.now().toISOString();
      return { kind: kind.name, call_id: ulid(), expert_id: caller.user_id, type: 'publish', payload, actor: caller.user_id, ts };
    });
    return view(row);
  });
  platform.on(listTouches, async () => (await rows()).map(view));
  return { kind, told: () => ({ term: null, result: null }), sees: () => () => true, reads: () => () => true, requireVisible: async () => undefined };
}

createTouch.kind = touchKind;
