import type { CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { AskAgain } from '../ask-again.ts';
import type { Person } from '../person.ts';
import { draftOf, pause, type Stock } from './journal.ts';

/**
 * An author who has published one call and sends it again whenever somebody asks whether the record can be written: that adds nothing, and
 * waits for the record's lock all the same. The authors of a load can't tell, because a product's limit of 30 publications a minute
 * refuses them as well.
 */
export class Keeper {
  readonly #author: Person;
  readonly #body: object;

  private constructor(author: Person, body: object) {
    this.#author = author;
    this.#body = body;
  }

  /** Publishes on the first of the stocks whose price still lets it. */
  static async publishing(author: Person, stocks: readonly Stock[]): Promise<Keeper> {
    for (const stock of stocks) {
      const body = { cid: `cid_keeper_${author.user_id}`, draft: draftOf(stock) };
      if ((await author.post<CallDetail>('/reco/v1/calls', body)).status) return new Keeper(author, body);
      await pause(100);
    }
    throw new Error(`${author.user_id} can publish on none of ${stocks.length} stocks.`);
  }

  /** Whether the record could be written. Fails when a limit of the product keeps this author from finding out. */
  async canWrite(): Promise<boolean> {
    try {
      const answer = await this.#author.post<CallDetail>('/reco/v1/calls', this.#body);
      if (!answer.status) throw new Error(`The keeper was answered ${answer.code} ${answer.validation}`);
      return true;
    } catch (error) {
      if (error instanceof AskAgain || error instanceof TypeError) return false;
      throw error;
    }
  }
}
