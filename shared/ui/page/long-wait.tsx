import { useEffect, useState } from 'react';

/** The request itself may wait for minutes. */
const LONG_MS = 8000;

/** Says that a wait goes on, once it is longer than people expect; `text` also says what stands meanwhile. */
export function LongWait({ text = 'Still waiting for an answer…' }: { text?: string | undefined }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // In the tree from the start, so that the words are announced.
    <span aria-live="polite" hidden={!long}>
      {long && text}
    </span>
  );
}
