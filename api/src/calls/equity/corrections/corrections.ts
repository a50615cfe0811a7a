import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { Correction, Proposed } from '@vimarsh/shared/contract/corrections/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { correctionProblem, standingAfter, standingOf } from '@vimarsh/shared/domain/calls/equity/correction.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { Ledger } from '../../../ledger/index.ts';
import { callerOf } from '../../../platform/access/access.ts';
import { type Caller, Fail, type Platform } from '../../../platform/platform.ts';
import { ulid } from '../../../platform/text/id.ts';
import type { Authoring, Change, Written } from '../../authoring.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { viewCall } from '../call-view.ts';
import { readState } from '../recorded.ts';
import { equityList } from '../store.ts';
import { type CallRow, type CorrectionRow, EQUITY, equityTables } from '../tables.ts';
import { correctionOf, listed, proposedWith, settleCorrection, viewCorrection, waitingCalls } from './corrections.store.ts';

export interface CorrectionsDependencies {
  readonly platform: Platform;
  readonly ledger: Pick<Ledger, 'eventsOf'>;
  readonly authoring: Authoring;
  readonly directory: ExpertDirectory;
  readonly now: () => Date;
}

/** One admin proposes to correct what a wrong feed or file made of a call, another approves: then the record says both. */
export class Corrections {
  readonly #parts: CorrectionsDependencies;
  readonly #written: Written<CallRow>;

  constructor(parts: CorrectionsDependencies) {
    this.#parts = parts;
    this.#written = {
      kind: { name: EQUITY, table: 'calls' },
      mayPublish: (asking) => may(asking, 'record.correct'),
      mayChange: (asking, row) => asking.user_id !== row.expert_id,
    };
  }

  async list(caller: Caller): Promise<{ waiting_calls: Call[]; corrections: Correction[] }> {
    const { platform, directory } = this.#parts;
    requireRight(caller);
    const db = equityTables(platform.db);
    const calls = await waitingCalls(db);
    const corrections: Correction[] = [];
    for (const row of await listed(db)) {
      const call = await equityList.row(db, row.call_id);
      if (call) corrections.push(viewCorrection(row, call, caller.user_id));
    }
    return { waiting_calls: await Promise.all(calls.map(async (row) => viewCall(row, await directory.name(row.expert_id)))), corrections };
  }

  /** Proposes, or returns what this `cid` proposed. Throws NOT_FOUND, FORBIDDEN to the call's author, BAD_REQUEST in words. */
  async propose(caller: Caller, cid: string, proposal: Proposed): Promise<Correction> {
    const { platform, now } = this.#parts;
    requireRight(caller);
    const db = equityTables(platform.db);
    const call = await equityList.row(db, proposal.call_id);
    if (!call) throw new Fail('NOT_FOUND');
    if (call.expert_id === caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Nobody corrects their own call.' });
    const earlier = await proposedWith(db, caller.user_id, cid);
    if (earlier) return viewCorrection(earlier, call, caller.user_id);
    const { types, state } = await this.#check(call, proposal);
    const row: CorrectionRow = {
      id: ulid(),
      cid,
      call_id: call.id,
      call_hash: call.hash,
      proposal: canonicalJson(proposal),
      event_type: types[proposal.corrects - 1]!,
      before: canonicalJson(standingOf(state)),
      after: canonicalJson(standingAfter(state, proposal)),
      proposed_by: caller.user_id,
      proposed_at: now(),
      state: 'waiting',
      decided_by: null,
      decided_at: null,
    };
    await platform.transaction(async (tx) => {
      await equityTables(tx).insertInto('call_corrections').values(row).execute();
      const { user_id: actor, partner_key, session_id } = caller;
      await platform.audit.write(tx, {
        actor,
        action: 'call.correction_proposed',
        object: call.id,
        result: 'done',
        partner_key,
        session_id,
        after: { ...proposal },
      });
    });
    return viewCorrection(row, call, caller.user_id);
  }

  /** Approves or refuses what another admin proposed. Throws NOT_FOUND, FORBIDDEN to who proposed it, BAD_REQUEST in words. */
  async decide(caller: Caller, id: string, approve: boolean): Promise<Correction> {
    const { platform, now, authoring } = this.#parts;
    requireRight(caller);
    const db = equityTables(platform.db);
    const row = await correctionOf(db, id);
    if (!row) throw new Fail('NOT_FOUND');
    if (row.proposed_by === caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Another admin has to decide on what you proposed.' });
    if (row.state !== 'waiting') throw decided();
    const proposal = JSON.parse(row.proposal) as Proposed;
    const settled = async (tx: Platform['db']): Promise<void> => {
      if (!(await settleCorrection(tx, id, caller.user_id, approve ? 'approved' : 'refused', now()))) throw decided();
    };
    if (approve) {
      const events = await this.#parts.ledger.eventsOf(row.call_id);
      const types = events.map(({ type }) => type);
      const intent = { caller, cid: `correction-${id}`, body: { approve: id } };
      const make = (call: CallRow): Change => change(call, types, row, proposal, caller.user_id);
      await authoring.change(this.#written, row.call_id, intent, 'call.correct', make, { alsoClosed: true, before: settled });
    } else {
      await platform.transaction(async (tx) => {
        await settled(tx);
        const { user_id: actor, partner_key, session_id } = caller;
        await platform.audit.write(tx, {
          actor,
          action: 'call.correction_refused',
          object: row.call_id,
          result: 'done',
          partner_key,
          session_id,
          after: { id },
        });
      });
    }
    return viewCorrection((await correctionOf(db, id))!, (await equityList.row(db, row.call_id))!, caller.user_id);
  }

  async #check(call: CallRow, proposal: Proposed): Promise<{ types: string[]; state: CallState }> {
    const types = (await this.#parts.ledger.eventsOf(call.id)).map(({ type }) => type);
    const state = readState(call);
    const problem = correctionProblem(types, state, proposal);
    if (problem) throw new Fail('BAD_REQUEST', { validation: problem });
    return { types, state };
  }
}

const decided = (): Fail => new Fail('BAD_REQUEST', { validation: 'Somebody has decided on it already.' });

function requireRight(caller: Caller): void {
  if (!may(callerOf({ caller, partner: null }), 'record.correct')) throw new Fail('FORBIDDEN');
}

/** The event that an approved proposal becomes, on the call as it stands now. */
function change(call: CallRow, types: readonly string[], row: CorrectionRow, proposal: Proposed, approved_by: string): Change {
  const state = readState(call);
  const problem =
    call.hash === row.call_hash ? correctionProblem(types, state, proposal) : 'The call has gone on since this was proposed. Refuse it and propose anew.';
  if (problem) throw new Fail('BAD_REQUEST', { validation: problem });
  const { call_id: _, ...said } = proposal;
  const { day, cause } = state.not_judgeable ?? {};
  const settled = proposal.decision === 'go_on' ? { day, cause } : {};
  const payload = { ...said, ...settled, before: standingOf(state), after: standingAfter(state, proposal), proposed_by: row.proposed_by, approved_by };
  return { type: 'correction', payload };
}
