import type { EventRow, Ledger } from '../../ledger/index.ts';
import { Fail } from '../../platform/platform.ts';
import { givingWay } from '../../platform/processor/give-way.ts';
import type { CallReader, CallsOfKind } from '../kind.ts';

/** Calls whose events are read at once. */
const PAGE = 50;

export interface ReadableEventsDependencies {
  readonly ledger: Pick<Ledger, 'eventsOf' | 'publishedBy' | 'rows' | 'eventsOfCalls'>;
  readonly kinds: ReadonlyMap<string, Pick<CallsOfKind, 'kind' | 'requireVisible' | 'reads'>>;
}

/** The events of calls for whoever may read them whole, for files of proof. */
export function readableEvents({ ledger, kinds }: ReadableEventsDependencies) {
  /** Ids of ended calls among these publications that may be read. */
  async function ended(page: readonly Pick<EventRow, 'kind' | 'call_id'>[], asker: CallReader): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const [name, own] of Map.groupBy(page, ({ kind }) => kind)) {
      const { kind, reads } = kinds.get(name)!;
      const may = reads(asker);
      const rows = await ledger.rows(
        kind,
        own.map(({ call_id }) => call_id),
      );
      for (const row of rows) if (!row.is_open && may(row)) ids.add(row.id);
    }
    return ids;
  }
  return {
    /** Throws NOT_FOUND, NOT_ENTITLED or KYC_GATE. */
    async of(id: string, asker: CallReader): Promise<EventRow[]> {
      const events = await ledger.eventsOf(id);
      const kind = events[0] && kinds.get(events[0].kind);
      if (!kind) throw new Fail('NOT_FOUND');
      await kind.requireVisible(id, asker);
      return events;
    },
    async *endedOf(expert_id: string, asker: CallReader, most: number): AsyncGenerator<EventRow[][]> {
      const giveWay = givingWay();
      let before: number | null = null;
      for (let left = most; left > 0; ) {
        const page: Pick<EventRow, 'seq' | 'kind' | 'call_id'>[] = await ledger.publishedBy([expert_id], before, PAGE);
        if (page.length === 0) return;
        before = page.at(-1)!.seq;
        const may = await ended(page, asker);
        const ids = page.flatMap(({ call_id }) => (may.has(call_id) ? [call_id] : [])).slice(0, left);
        const calls = Map.groupBy(await ledger.eventsOfCalls(ids), ({ call_id }) => call_id);
        left -= ids.length;
        if (ids.length > 0) yield ids.map((id) => calls.get(id)!);
        await giveWay();
      }
    },
  };
}
