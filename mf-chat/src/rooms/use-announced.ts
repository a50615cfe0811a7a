import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import { useEffect, useRef, useState } from 'react';

/** Messages that come within this time are announced as one, ms. */
const BURST_MS = 1500;

/** What a screen reader says of new messages of the other: once for a burst, and nothing of those that were there already. */
export function useAnnounced(entries: readonly ChatEntry[] | undefined, me: string, other: string): string {
  const [text, setText] = useState('');
  const known = useRef<number | null>(null);
  const waiting = useRef(0);
  const last = entries?.at(-1)?.seq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks when the last number changes.
  useEffect(() => {
    if (!entries) return;
    const before = known.current;
    known.current = last;
    if (before === null) return;
    waiting.current += entries.filter(({ seq, kind, sender_id }) => seq > before && kind === 'message' && sender_id !== me).length;
    if (waiting.current === 0) return;
    const timer = setTimeout(() => {
      setText(waiting.current === 1 ? `New message from ${other}` : `${waiting.current} new messages from ${other}`);
      waiting.current = 0;
    }, BURST_MS);
    return () => clearTimeout(timer);
  }, [last, entries === undefined, me, other]);
  return text;
}
