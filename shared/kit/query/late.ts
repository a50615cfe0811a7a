import { useEffect, useState } from 'react';
import type { QueryError } from './query-error.ts';

/** The request itself may wait for minutes. */
export const LATE_MS = 8000;

/** Stands where a failure would: the request goes on, and what it brings is shown. Asking again lets it go. */
export const LATE: QueryError = { code: 'LATE', text: 'This takes longer than it should.', requestId: '' };

/** Whether something is waited for longer than people expect. Another `asked` begins anew. */
export function useLate(waits: boolean, asked: string): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(asked), LATE_MS);
    return () => clearTimeout(timer);
  }, [waits, asked]);
  return waits && late === asked;
}
