import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import type { CallHead, EventRow, Ledger } from '../../ledger/index.ts';
import { Fail } from '../../platform/platform.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import type { CallReader, CallsOfKind, ShownCall } from '../kind.ts';
import type { ExpertDirectory } from './expert-directory.ts';

/** Calls whose events are read at once. */
const PAGE = 50;

/** A call with all its events, for whoever may read it. */
export interface ReadableCall {
  readonly events: readonly EventRow[];
  /** The call from the same row and by the same function as lists show it; null where they can't show it, and of a kind that has no such form. */
  readonly shown: ShownCall | null;
}

export interface ReadableEventsDependencies {
  readonly ledger: Pick<Ledger, 'eventsOf' | 'publishedBy' | 'rows' | 'eventsOfCalls'>;
  readonly kinds: ReadonlyMap<string, Pick<CallsOfKind, 'kind' | 'requireVisible' | 'reads' | 'shown' | 'cards' | 'refusal'>>;
  readonly directory: Pick<ExpertDirectory, 'name'>;
}

/** The events of calls for whoever may read them whole, for files of proof. */
export function readableEvents({ ledger, kinds, directory }: ReadableEventsDependencies) {
  async function shownOf(kind: Pick<CallsOfKind, 'shown'>, row: CallHead | undefined): Promise<ShownCall | null> {
    if (!row || !kind.shown) return null;
    const expert = await directory.name(row.expert_id);
    try {
      return kind.shown(row, expert);
    } catch (error) {
      // Lists leave it out, and its proof goes out all the same.
      if (error instanceof Fail && error.code === 'CALL_DAMAGED') return null;
      throw error;
    }
  }

  /** The ended calls among these publications that may be read, by id, as they are shown. */
  async function ended(page: readonly Pick<EventRow, 'kind' | 'call_id'>[], asker: CallReader): Promise<Map<string, ShownCall | null>> {
    const calls = new Map<string, ShownCall | null>();
    for (const [name, own] of Map.groupBy(page, ({ kind }) => kind)) {
      const kind = kinds.get(name)!;
      const may = kind.reads(asker);
      const rows = await ledger.rows(
        kind.kind,
        own.map(({ call_id }) => call_id),
      );
      for (const row of rows) if (!row.is_open && may(row)) calls.set(row.id, await shownOf(kind, row));
    }
    return calls;
  }

  /** Throws NOT_FOUND, NOT_ENTITLED or KYC_GATE. */
  async function visible(id: string, asker: CallReader) {
    const events = await ledger.eventsOf(id);
    const kind = events[0] && kinds.get(events[0].kind);
    if (!kind) throw new Fail('NOT_FOUND');
    await kind.requireVisible(id, asker);
    return { events, kind };
  }

  /** The same calls as `call` reads, in one query and one question of rights for each kind, without their events. */
  async function cards(ids: readonly string[], asker: CallReader): Promise<CallCard[]> {
    const found = new Map<string, CallCard>();
    for (const { kind, cards, refusal } of ids.length > 0 ? kinds.values() : []) {
      if (!cards || !refusal) continue;
      const refused = refusal(asker);
      const rows = await ledger.rows(kind, ids);
      for (const row of rows) found.set(row.id, { id: row.id, card: null, refused: refused(row) });
      const readable = rows.filter(({ id }) => found.get(id)!.refused === '');
      for (const card of await cards(readable)) found.set(card.id, { id: card.id, card, refused: '' });
    }
    return ids.map((id) => found.get(id) ?? { id, card: null, refused: 'NOT_FOUND' });
  }

  /** The stock of each of these calls, by its id, whoever may read it: for leaving out what would tell it. */
  async function stocks(ids: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { kind } of ids.length > 0 ? kinds.values() : []) for (const row of await ledger.rows(kind, ids)) found.set(row.id, row.stock);
    return found;
  }

  return {
    cards,
    stocks,
    /** Throws as `call` does. */
    of: async (id: string, asker: CallReader): Promise<EventRow[]> => (await visible(id, asker)).events,
    /** Throws NOT_FOUND, NOT_ENTITLED or KYC_GATE. */
    async call(id: string, asker: CallReader): Promise<ReadableCall> {
      const { events, kind } = await visible(id, asker);
      const [row] = await ledger.rows(kind.kind, [id]);
      return { events, shown: await shownOf(kind, row) };
    },
    async *endedOf(expert_id: string, asker: CallReader, most: number): AsyncGenerator<ReadableCall[]> {
      const giveWay = givingWay();
      let before: number | null = null;
      for (let left = most; left > 0; ) {
        const page: Pick<EventRow, 'seq' | 'kind' | 'call_id'>[] = await ledger.publishedBy([expert_id], before, PAGE);
        if (page.length === 0) return;
        before = page.at(-1)!.seq;
        const shown = await ended(page, asker);
        const ids = page.flatMap(({ call_id }) => (shown.has(call_id) ? [call_id] : [])).slice(0, left);
        const calls = Map.groupBy(await ledger.eventsOfCalls(ids), ({ call_id }) => call_id);
        left -= ids.length;
        if (ids.length > 0) yield ids.map((id) => ({ events: calls.get(id)!, shown: shown.get(id)! }));
        await giveWay();
      }
    },
  };
}
