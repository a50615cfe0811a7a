import type { Stack } from '../../e2e/support/stack.ts';
import { sized } from './figure.ts';
import { partnerHeaders } from './partner-page.ts';

/** Of each kind for each subject, so that every one changes something when they are played in a circle. */
const COUNT = sized(3, 1);
const AT_MOST_MS = 60_000;

/** Changes as the server streams them: the JSON of its deltas. */
export interface RecordedChanges {
  /** New prices alone. */
  readonly ticks: string[];
  /** Everything that was computed anew. */
  readonly refreshes: string[];
}

/** Real changes by subject (`market-sentiment:RELIANCE`), listened to until there are enough of each. */
export async function recordChanges(stack: Stack, subjects: readonly string[]): Promise<Record<string, RecordedChanges>> {
  const { origin, authorization } = await partnerHeaders(stack);
  const watch = `${authorization!.replace('Bearer ', '')}~${subjects.join()}`;
  const signal = AbortSignal.timeout(AT_MOST_MS);
  const answer = await fetch(`${stack.portal}/embed/v1/stream?watch=${watch}`, { headers: { origin: origin! }, signal });
  const found: Record<string, RecordedChanges> = Object.fromEntries(subjects.map((subject) => [subject, { ticks: [], refreshes: [] }]));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const [, json] = /\nevent: delta\ndata: (.*)$/.exec(block) ?? [];
      if (!json) continue;
      const { widget, code, set } = JSON.parse(json) as { widget: string; code: string; set: object };
      found[`${widget}:${code}`]?.['as_of' in set ? 'refreshes' : 'ticks'].push(json);
    }
    if (Object.values(found).every(({ ticks, refreshes }) => ticks.length >= COUNT && refreshes.length >= COUNT)) break;
  }
  return found;
}
