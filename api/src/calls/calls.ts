import type { CallStatus, CallType, PublicView, Term } from '@vimarsh/shared/contract/calls.contract.ts';
import type { Environment } from '@vimarsh/shared/contract/partners.contract.ts';

/** An open call as sentiment weighs it. `score`: the expert's 0–100, null while not rated. Never leaves the server as it is. */
export interface OpenCall {
  call_type: CallType;
  term: Term;
  published_at: string;
  expert_id: string;
  score: number | null;
}

export interface ClosedCall {
  id: string;
  status: CallStatus;
  stock: string;
  expert_id: string;
}

/** A call that ended and that anybody may read of by now. */
export interface PublicCall {
  call_type: CallType;
  published_at: string;
  ended_at: string;
  status: 'target_hit' | 'sl_hit' | 'exited' | 'expired';
}

/** What other features may ask of calls. */
export interface Calls {
  /** First content of `/` for the main host (null) or a partner's host. */
  publicView(partner: Environment | null): Promise<PublicView>;
  /** Calls on one stock that are open, or were open at a moment, of all experts, oldest first. */
  openCallsOf(symbol: string, at?: Date): Promise<OpenCall[]>;
  /** Ended calls on one stock as a visitor of the main host sees them: after the public lag, none where records are not shown; the latest 100, oldest first. */
  publicCallsOf(symbol: string): Promise<PublicCall[]>;
  /** Called after a call's end was stored; a listener that throws is logged and does not hold up the others. */
  onClosed(listener: (call: ClosedCall) => Promise<void> | void): void;
}
