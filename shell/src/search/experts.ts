import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { expertPage } from '@vimarsh/shared/domain/routing/places.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';
import type { Found } from './pages.ts';

const SHOWN = 3;
/** Fewer letters name nobody. */
const LEAST = 3;
const MOST = '50';

/** Experts whose name holds what is typed. The server is asked once, when there is a name to look for. */
export function useExperts(typed: string): readonly Found[] {
  const { request } = useSessionApi();
  const [experts, setExperts] = useState<readonly Found[] | null>(null);
  const text = typed.trim().toLowerCase();
  const wanted = text.length >= LEAST;
  useEffect(() => {
    if (!wanted || experts) return;
    const stop = new AbortController();
    void request(listExperts, { query: { limit: MOST } }, { quiet: true, signal: stop.signal }).then(({ status, data }) => {
      if (stop.signal.aborted || !status || !data) return;
      setExperts(data.map(({ user_id, full_name, reg_no }) => ({ key: `expert ${user_id}`, label: full_name, hint: reg_no, to: expertPage(user_id) })));
    });
    return () => stop.abort();
  }, [wanted, experts, request]);
  return wanted && experts ? experts.filter(({ label }) => label.toLowerCase().includes(text)).slice(0, SHOWN) : [];
}
