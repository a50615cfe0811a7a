import { noteRoute } from '@vimarsh/shared/contract/calls/author-routes.ts';
import { route } from '@vimarsh/shared/contract/route.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import * as z from 'zod/mini';
import type { CallHead, ChainedEvent, Kind } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import { type AuthoredKind, CallAuthoring } from '../call-authoring.ts';
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
const draft = z.object({ cid: z.string(), draft: z.object({ stock: z.string(), level: z.number(), until: z.string() }) });
const touch = z.object({ id: z.string(), stock: z.string(), level: z.number(), status: z.string(), touched_at: z.nullable(z.string()) });
export const publishTouch = route({ method: 'POST', path: '/reco/v1/touches', summary: 'Publish.', access: 'session', body: draft, data: touch });
export const noteTouch = noteRoute({ path: '/reco/v1/touches/:id/note', summary: 'Add a note.', data: touch });
export const listTouches = route({ method: 'GET', path: '/reco/v1/touches', summary: 'List.', access: 'session', data: z.array(touch) });

const touchKind = (market: Market): Kind<TouchState, TouchRow, null> => ({
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
  readState: ({ state }) => JSON.parse(state) as TouchState,
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

interface TouchDraft {
  readonly stock: string;
  readonly level: number;
  readonly until: string;
}

/** What the frame of authors asks of this kind: its one rule is that the stock is listed. */
const authoredTouch = (market: Market): AuthoredKind<TouchDraft, TouchRow, boolean, object, 'stock'> => ({
  kind: touchKind(market),
  wordsRule: 'TOUCH-WORDS',
  feedRule: 'TOUCH-FEED',
  compared: ['stock'],
  mayPublish: (asking) => may(asking, 'equity.publish'),
  mayChange: (asking, { expert_id }) => may(asking, 'equity.change', { expert_id }),
  intentOf: (touch) => ({ touch }),
  stockOf: ({ stock }) => stock,
  marketFor: async ({ stock }) => market.instrument(stock) !== undefined,
  check: (_, author, listed, { open }) => [
    rule('TOUCH-AUTHOR', author.verified, 'Only verified experts can publish.'),
    rule('TOUCH-STOCK', listed, 'The stock is not listed.'),
    rule('TOUCH-OPEN', open.length < 2, 'You have 2 open calls; that is the limit.'),
  ],
  figures: () => ({}),
  publishEvent: (payload, _, { call_id, author, publishedAt: at }) => ({
    kind: 'touch',
    call_id,
    expert_id: author,
    type: 'publish',
    payload: { ...payload },
    actor: author,
    ts: at.toISOString(),
  }),
  tighten: async () => () => {
    throw new Fail('BAD_REQUEST');
  },
  exitProblem: () => null,
  lookBackProblem: () => null,
});

const rule = (id: string, ok: boolean, message: string) => ({ id, ok, level: 'block' as const, label: id, message: ok ? '' : message });

export function createTouch(parts: KindDependencies): CallsOfKind {
  const { platform, market } = parts;
  const kind = touchKind(market);
  const view = ({ id, stock, level, status, touched_at }: TouchRow) => ({ id, stock, level, status, touched_at: touched_at?.toISOString() ?? null });
  const rows = (): Promise<TouchRow[]> => platform.db.selectFrom('touches').selectAll().orderBy('id').execute() as Promise<TouchRow[]>;

  const authoring = new CallAuthoring(parts, authoredTouch(market));
  const answers = authoring.answers({ detailOf: async (row) => view(row), publishedOf: async (row) => view(row) });
  platform.on(publishTouch, answers.publish);
  platform.on(noteTouch, answers.note);
  platform.on(listTouches, async () => (await rows()).map(view));
  return { kind, told: () => ({ term: null, result: null }), sees: () => () => true, reads: () => () => true, requireVisible: async () => undefined };
}

createTouch.kind = touchKind;
