import type { ExpertCard } from '@vimarsh/shared/contract/calls/types.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import type { ExpertRecord, Identity } from '../../identity/index.ts';

/** How long names, pictures and statuses of experts are cached. */
const KEEP_MS = 10_000;

export type ExpertName = Pick<ExpertCard, 'user_id' | 'full_name' | 'profession' | 'picture' | 'verified' | 'reg_no'>;

/** Experts as calls show them. */
export class ExpertDirectory {
  readonly #identity: Pick<Identity, 'experts'>;
  #known: { at: number; byId: Promise<Map<string, ExpertRecord>> } | null = null;

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

  async name(user_id: string): Promise<ExpertName> {
    const expert = (await this.all()).get(user_id);
    // Calls outlive their author's account: the author becomes pseudonymous, the record stays.
    if (!expert) return { user_id, full_name: 'Former expert', profession: 'Market Expert', picture: '', verified: false, reg_no: '' };
    const { full_name, profession, picture, verified, reg_no } = expert;
    return { user_id, full_name, profession, picture, verified, reg_no };
  }

  /** Experts who may or could publish, in neutral order: reshuffled each day, the same for everyone. */
  async shuffled(day: string): Promise<ExpertRecord[]> {
    const listed = [...(await this.all()).values()].filter(({ status }) => status === 'verified' || status === 'expiring');
    const random = rng(seedOf(1, day, 'experts'));
    for (let last = listed.length - 1; last > 0; last--) {
      const pick = Math.floor(random.next() * (last + 1));
      [listed[last], listed[pick]] = [listed[pick]!, listed[last]!];
    }
    return listed;
  }
}
