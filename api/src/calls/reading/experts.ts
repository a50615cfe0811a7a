import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Kysely } from 'kysely';
import type { CallHead, Kind, Ledger } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';
import type { SharedAnswers } from './changes/shared-answers.ts';
import type { ExpertDirectory } from './expert-directory.ts';
import { followedBy } from './follows.store.ts';

export interface ExpertsDependencies {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'isAuthor'>;
  /** The kinds of calls. They are complete only once every kind has been created, so they are read at each request. */
  readonly kinds: () => ReadonlyMap<string, { readonly kind: Pick<Kind, 'table'> }>;
  readonly directory: ExpertDirectory;
  readonly answers: SharedAnswers;
  readonly now: () => Date;
}

const NOTHING = { reco_count: 0, last_published_at: null };

/** Experts as readers see them, with counts of their calls of every kind. */
export class Experts {
  readonly #parts: ExpertsDependencies;
  /** Every kind's table, as far as all of them are alike. */
  readonly #calls: Kysely<Record<string, CallHead>>;

  constructor(parts: ExpertsDependencies) {
    this.#parts = parts;
    this.#calls = parts.db;
  }

  /** The first experts in the day's neutral order, as a user (null: a visitor) sees them. */
  async list(limit: number, user_id: string | null): Promise<ExpertCard[]> {
    const following = user_id === null ? new Set<string>() : await followedBy(this.#parts.db, user_id);
    const listed = (await this.#parts.directory.shuffled(istDay(this.#parts.now()))).slice(0, limit);
    return listed.map(({ user_id, full_name, profession, picture, city, verified, reg_no, style, valid_to, status }) => ({
      user_id,
      full_name,
      profession,
      picture,
      city,
      verified,
      reg_no,
      style,
      valid_to,
      status,
      following: following.has(user_id),
    }));
  }

  /** How many calls an expert published, and when the latest (UTC instant): for themselves. */
  async publishedBy(expert_id: string): Promise<{ reco_count: number; last_published_at: string | null }> {
    const { ledger, answers } = this.#parts;
    if (!(await ledger.isAuthor(expert_id))) return NOTHING;
    return answers.of({
      key: `published ${expert_id}`,
      concerns: ({ type, row }) => type === 'publish' && row.expert_id === expert_id,
      compute: async () => ({ value: await this.#count(expert_id) }),
    });
  }

  async #count(expert_id: string): Promise<{ reco_count: number; last_published_at: string | null }> {
    const rows = await Promise.all(
      [...this.#parts.kinds().values()].map(({ kind }) =>
        this.#calls
          .selectFrom(kind.table)
          .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('published_at').as('last')])
          .where('expert_id', '=', expert_id)
          .executeTakeFirstOrThrow(),
      ),
    );
    const last = Math.max(...rows.map((row) => row.last?.getTime() ?? 0));
    return { reco_count: rows.reduce((sum, row) => sum + Number(row.count), 0), last_published_at: last > 0 ? new Date(last).toISOString() : null };
  }
}
