import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import type { Correction, Proposed } from '@vimarsh/shared/contract/corrections/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { CORRECTABLE_ENDS, type CorrectionDecision, type End } from '@vimarsh/shared/domain/calls/correction.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { CallHead, Ledger } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { type Caller, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Authoring, Change, Written } from '../authoring.ts';
import type { CallsOfKind, ShownCall } from '../kind.ts';
import type { ExpertDirectory } from '../reading/expert-directory.ts';
import { type CorrectionRow, callTables } from '../tables.ts';
import { type Correctable, waitingRows } from './correctable.ts';
import { correctionOf, listed, proposedWith, settleCorrection, viewCorrection } from './corrections.store.ts';

export interface CorrectionsDependencies {
  readonly platform: Platform;
  readonly ledger: Pick<Ledger, 'eventsOf' | 'rows'>;
  readonly authoring: Authoring;
  readonly directory: ExpertDirectory;
  readonly market: Pick<Market, 'settleStep'>;
  readonly now: () => Date;
  /** Known once every kind is made. */
  readonly kinds: () => ReadonlyMap<string, CallsOfKind>;
}

/** The desk of those who correct. */
interface Listed {
  readonly waiting_calls: Call[];
  readonly waiting_options: OptionCall[];
  readonly late_calls: Call[];
  readonly late_options: OptionCall[];
  readonly corrections: Correction[];
}

const isEquity = (call: ShownCall): call is Call => call.segment === 'equity';
const isOption = (call: ShownCall): call is OptionCall => call.segment === 'options';

/** A call, and how its kind is corrected. */
interface Found {
  readonly row: CallHead;
  readonly kind: Correctable;
}

/** One admin proposes to correct what a wrong feed or file made of a call, another approves: then the record says both. */
export class Corrections {
  readonly #parts: CorrectionsDependencies;

  constructor(parts: CorrectionsDependencies) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<Listed> {
    requireRight(caller);
    const corrections: Correction[] = [];
    for (const row of await listed(callTables(this.#parts.platform.db))) {
      const call = await this.#find(row.call_id);
      if (call) corrections.push(viewCorrection(row, call.kind.named(call.row), caller.user_id));
    }
    const [waiting, late] = [await this.#waiting(), await this.#late()];
    return {
      waiting_calls: waiting.filter(isEquity),
      waiting_options: waiting.filter(isOption),
      late_calls: late.filter(isEquity),
      late_options: late.filter(isOption),
      corrections,
    };
  }

  /** Ended calls whose end an action puts in question that was listed afterwards. */
  async #late(): Promise<ShownCall[]> {
    const { directory, kinds } = this.#parts;
    const calls: ShownCall[] = [];
    for (const { corrected, shown } of kinds().values())
      for (const { row, late_action } of (await corrected?.late()) ?? []) {
        const call = shown?.(row, await directory.name(row.expert_id));
        if (call) calls.push({ ...call, late_action });
      }
    return calls;
  }

  /** Calls of every kind that prices can't judge, as lists show them. */
  async #waiting(): Promise<ShownCall[]> {
    const { platform, directory, kinds } = this.#parts;
    const calls: ShownCall[] = [];
    for (const { kind, corrected, shown } of kinds().values()) {
      if (!corrected || !shown) continue;
      for (const row of await waitingRows(platform.db, kind)) calls.push(shown(row, await directory.name(row.expert_id)));
    }
    return calls;
  }

  /** A call of whatever kind by its id, with how it is corrected. */
  async #find(id: string): Promise<Found | null> {
    for (const { kind, corrected } of this.#parts.kinds().values()) {
      const [row] = corrected ? await this.#parts.ledger.rows(kind, [id]) : [];
      if (row && corrected) return { row, kind: corrected };
    }
    return null;
  }

  /** Proposes, or returns what this `cid` proposed. Throws NOT_FOUND, FORBIDDEN to the call's author, BAD_REQUEST in words. */
  async propose(caller: Caller, cid: string, proposal: Proposed): Promise<Correction> {
    const { platform, now } = this.#parts;
    requireRight(caller);
    const db = callTables(platform.db);
    const found = await this.#find(proposal.call_id);
    if (!found) throw new Fail('NOT_FOUND');
    const { row: call, kind } = found;
    if (call.expert_id === caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Nobody corrects their own call.' });
    const earlier = await proposedWith(db, caller.user_id, cid);
    if (earlier) return viewCorrection(earlier, kind.named(call), caller.user_id);
    const late = proposal.decision === 'stands' ? await kind.lateOf(call) : null;
    const types = await this.#check(found, proposal, late);
    const before = canonicalJson(kind.standing(call));
    const row: CorrectionRow = {
      id: ulid(),
      cid,
      call_id: call.id,
      call_hash: call.hash,
      proposal: canonicalJson(proposal),
      event_type: types[proposal.corrects - 1]!,
      before,
      after: proposal.decision === 'stands' ? before : canonicalJson(kind.standingAfter(call, { ...proposal, decision: proposal.decision })),
      proposed_by: caller.user_id,
      proposed_at: now(),
      state: 'waiting',
      decided_by: null,
      decided_at: null,
      late_action: late && canonicalJson(late),
    };
    await platform.transaction(async (tx) => {
      await callTables(tx).insertInto('call_corrections').values(row).execute();
      await this.#audit(tx, caller, 'call.correction_proposed', call.id, { ...proposal });
    });
    return viewCorrection(row, kind.named(call), caller.user_id);
  }

  /** Approves or refuses what another admin proposed. Throws NOT_FOUND, FORBIDDEN to who proposed it, BAD_REQUEST in words. */
  async decide(caller: Caller, id: string, approve: boolean): Promise<Correction> {
    const { platform, now, authoring, market } = this.#parts;
    requireRight(caller);
    const db = callTables(platform.db);
    const row = await correctionOf(db, id);
    const found = row && (await this.#find(row.call_id));
    if (!row || !found) throw new Fail('NOT_FOUND');
    const { kind } = found;
    if (row.proposed_by === caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Another admin has to decide on what you proposed.' });
    if (row.state !== 'waiting') throw decided();
    const proposal = JSON.parse(row.proposal) as Proposed;
    const settled = async (tx: Platform['db']): Promise<void> => {
      if (!(await settleCorrection(tx, id, caller.user_id, approve ? 'approved' : 'refused', now()))) throw decided();
      const doubt = approve && proposal.decision === 'go_on' ? kind.doubt(found.row) : undefined;
      // The prices are right: what is true for this call is true for alerts, series and the day's change.
      if (doubt?.cause === 'price_step') await market.settleStep(tx, found.row.stock, doubt.day);
    };
    const stands = proposal.decision === 'stands';
    if (approve && stands) await this.#checkStands(found, row, caller);
    if (approve && !stands) {
      const events = await this.#parts.ledger.eventsOf(row.call_id);
      const types = events.map(({ type }) => type);
      const intent = { caller, cid: `correction-${id}`, body: { approve: id } };
      const own = { ...proposal, decision: proposal.decision as CorrectionDecision };
      const make = (call: CallHead): Change => change({ row: call, kind }, types, row, own, caller.user_id);
      await authoring.change(writtenAs(kind), row.call_id, intent, 'call.correct', make, { alsoClosed: true, before: settled });
    } else {
      await platform.transaction(async (tx) => {
        await settled(tx);
        const after = { id, ...(row.late_action !== null && { late_action: row.late_action }) };
        await this.#audit(tx, caller, approve ? 'call.end_stands' : 'call.correction_refused', row.call_id, after);
      });
    }
    return viewCorrection((await correctionOf(db, id))!, kind.named(found.row), caller.user_id);
  }

  async #audit(tx: Platform['db'], caller: Caller, action: string, object: string, after: object): Promise<void> {
    const { user_id: actor, partner_key, session_id } = caller;
    await this.#parts.platform.audit.write(tx, { actor, action, object, result: 'done', partner_key, session_id, after: { ...after } });
  }

  /** The types of a call's events. Throws BAD_REQUEST in words where the proposal can't be made of it. `late`: the action that its end is asked for. */
  async #check({ row, kind }: Found, proposal: Proposed, late: LateAction | null): Promise<string[]> {
    const types = (await this.#parts.ledger.eventsOf(row.id)).map(({ type }) => type);
    const { decision } = proposal;
    const problem = decision === 'stands' ? standsProblem(types, proposal, late) : kind.problem(types, row, { ...proposal, decision });
    if (problem) throw new Fail('BAD_REQUEST', { validation: problem });
    return types;
  }

  /** Throws where the end can't be left as it is: the call or the list has gone on since, or its author asks. */
  async #checkStands({ row: call, kind }: Found, row: CorrectionRow, caller: Caller): Promise<void> {
    if (call.expert_id === caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Nobody corrects their own call.' });
    const late = await kind.lateOf(call);
    if (call.hash !== row.call_hash || !late || canonicalJson(late) !== row.late_action) throw new Fail('BAD_REQUEST', { validation: GONE_ON });
  }
}

const GONE_ON = 'The call has gone on since this was proposed. Refuse it and propose anew.';

/** Why an end can't be left as it is, in words; null where it can. */
function standsProblem(types: readonly string[], { corrects }: Proposed, late: LateAction | null): string | null {
  if (!CORRECTABLE_ENDS.includes(types[corrects - 1] as End)) return 'Only an end can stand.';
  return late ? null : 'No action puts the end of this call in question.';
}

/** An admin corrects calls of others, whatever their kind. */
const writtenAs = ({ kind }: Correctable): Written => ({
  kind,
  mayPublish: (asking) => may(asking, 'record.correct'),
  mayChange: (asking, row) => asking.user_id !== row.expert_id,
});

const decided = (): Fail => new Fail('BAD_REQUEST', { validation: 'Somebody has decided on it already.' });

function requireRight(caller: Caller): void {
  if (!may(callerOf({ caller, partner: null }), 'record.correct')) throw new Fail('FORBIDDEN');
}

/** A proposal that becomes an event. */
type CorrectingProposal = Proposed & { readonly decision: CorrectionDecision };

/** The event that an approved proposal becomes, on the call as it stands now. */
function change({ row: call, kind }: Found, types: readonly string[], row: CorrectionRow, proposal: CorrectingProposal, approved_by: string): Change {
  const problem = call.hash === row.call_hash ? kind.problem(types, call, proposal) : GONE_ON;
  if (problem) throw new Fail('BAD_REQUEST', { validation: problem });
  const { call_id: _, ...said } = proposal;
  const { day, cause } = kind.doubt(call) ?? {};
  const settled = proposal.decision === 'go_on' ? { day, cause } : {};
  const payload = { ...said, ...settled, before: kind.standing(call), after: kind.standingAfter(call, proposal), proposed_by: row.proposed_by, approved_by };
  return { type: 'correction', payload };
}
