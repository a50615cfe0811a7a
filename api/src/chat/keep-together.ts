import { type KeptMessage, keepMessages, type OfferedMessage } from './entries.store.ts';
import type { ChatDb } from './tables.ts';

/** Messages of one statement. */
const MOST = 512;

interface Waiting {
  readonly message: OfferedMessage;
  readonly settle: (kept: KeptMessage | null) => void;
}

export type KeepTogether = (message: OfferedMessage) => Promise<KeptMessage | null>;

/**
 * Keeps messages that come while others are being kept together, by one statement and one commit: what a room costs is the same for one message
 * and for a hundred. A quiet server's message waits for nobody. Null where the statement did not keep it, or failed: whoever sent it is then
 * served alone, which says why, and finds what was kept before by its number.
 */
export function createKeepTogether(db: ChatDb, clock: () => Date): KeepTogether {
  let waiting: Waiting[] = [];
  let keeping = false;

  async function keep(batch: readonly Waiting[]): Promise<void> {
    const kept = await keepMessages(
      db,
      batch.map(({ message }) => message),
      clock(),
    ).catch(() => new Map<number, KeptMessage>());
    for (const [place, { settle }] of batch.entries()) settle(kept.get(place) ?? null);
  }

  async function keepAll(): Promise<void> {
    if (keeping) return;
    keeping = true;
    while (waiting.length > 0) {
      // A number of a sender stands once in a statement, so that the same message sent twice at once does not fail all others.
      const numbers = new Set<string>();
      const batch: Waiting[] = [];
      const later: Waiting[] = [];
      for (const each of waiting) {
        const number = `${each.message.sender_id} ${each.message.client_msg_id}`;
        const isNext = batch.length < MOST && !numbers.has(number);
        numbers.add(number);
        (isNext ? batch : later).push(each);
      }
      waiting = later;
      await keep(batch);
    }
    keeping = false;
  }

  return (message) =>
    new Promise((settle) => {
      waiting.push({ message, settle });
      void keepAll();
    });
}
