import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycType } from '@vimarsh/shared/contract/profile/types.ts';
import type { AuthorEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { Emit } from '../platform/database/transaction-events.ts';

/** Everything that identity tells other features while it happens. A new event is a line here, an `emit` where it happens, an `on` in each subscriber. */
export interface IdentityEvents {
  'person.registered': PersonRegistered;
  /** A PAN was given, changed or rejected. */
  'pan.changed': { readonly user_id: string };
  /** Two reviewers decided the same about a document. */
  'document.reviewed': { readonly user_id: string; readonly document: KycType; readonly status: 'Verified' | 'Rejected' };
  /** Something of a person's registration may have changed: what the register said before (null: nothing) and says now. */
  'registration.changed': { readonly user_id: string; readonly before: AuthorEntry | null; readonly after: AuthorEntry };
}

export interface PersonRegistered {
  readonly user_id: string;
  readonly partner_key: string;
  readonly profession: Profession;
  /** The code they came with; '' for none. */
  readonly referral_code: string;
}

export type EmitIdentityEvent = Emit<IdentityEvents>;
