import { type ReactNode, useMemo } from 'react';
import { useWords } from './words.tsx';

/**
 * Drawn anew only when one of its inputs is another object, or in another language: a price ticks every second, and on a cheap
 * phone the rest of an insight must not be drawn again with it. React and preact both pass over an element that is the very
 * one of before. `of` has the same length every time.
 */
export function Kept({ of, children }: { of: readonly unknown[]; children: () => ReactNode }) {
  const words = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the children draw is the caller's to name.
  return useMemo(children, [words, ...of]);
}
