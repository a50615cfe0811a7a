import { createHash } from 'node:crypto';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { neutralOrder } from '@vimarsh/shared/domain/people/neutral-order.ts';
import { type ExpertRecord, GONE, type Identity } from '../../identity/index.ts';

/** How long names, pictures and statuses of experts are cached. */
const KEEP_MS = 10_000;

export type ExpertName = Pick<ExpertCard, 'user_id' | 'full_name' | 'profession' | 'picture' | 'verified' | 'reg_no'>;

/** Experts as calls show them. */
export class ExpertDirectory {
  readonly #identity: Pick<Identity, 'experts'>;
  #known: { at: number; byId: Promise<Map<string, ExpertRecord>> } | null = null;

  #named: { all: Map<string, ExpertRecord>; word: string } | null = null;

  constructor(identity: Pick<Identity, 'experts'>) {
    this.#identity = identity;
  }

  all(): Promise<Map<string, ExpertRecord>> {
    if (!this.#known || Date.now() - this.#known.at > KEEP_MS) {
      const byId = this.#identity.experts().then((list) => new Map(list.map((expert) => [expert.user_id, expert])));
      byId.catch(() => {
        this.#known = null;
      });
      this.#known = { at: Date.now(), byId };
    }
    return this.#known.byId;
  }

  /** One word for all names as they are known now: it differs once somebody is called otherwise. */
  async names(): Promise<string> {
    const all = await this.all();
    if (this.#named?.all !== all) {
      const words = JSON.stringify([...all.values()].map(({ user_id, full_name }) => [user_id, full_name]));
      this.#named = { all, word: createHash('sha256').update(words).digest('base64url') };
    }
    return this.#named.word;
  }

  async name(user_id: string): Promise<ExpertName> {
    const expert = (await this.all()).get(user_id);
    // Calls outlive their author's account: the author becomes pseudonymous, the record stays.
    if (!expert) return { user_id, full_name: GONE, profession: 'Market Expert', picture: '', verified: false, reg_no: '' };
    const { full_name, profession, picture, verified, reg_no } = expert;
    return { user_id, full_name, profession, picture, verified, reg_no };
  }

  /** Experts who may or could publish, in neutral order: reshuffled each day, the same for everyone. */
  async shuffled(day: string): Promise<ExpertRecord[]> {
    return neutralOrder(
      [...(await this.all()).values()].filter(({ status }) => status === 'verified' || status === 'expiring'),
      day,
    );
  }
}
