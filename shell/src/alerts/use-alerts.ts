import { listAlerts } from '@vimarsh/shared/contract/alerts/routes.ts';
import type { AlertList } from '@vimarsh/shared/contract/alerts/types.ts';
import { LATE, useLate } from '@vimarsh/shared/kit/query/late.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useTopic } from '@vimarsh/shared/kit/topic.ts';
import { useCallback, useEffect, useState } from 'react';

export interface Loaded {
  readonly list: AlertList | null;
  /** The request that failed, or takes long (LATE), while there is nothing to show; null for none. */
  readonly failed: { readonly code?: string; readonly text?: string; readonly requestId: string } | null;
}

/** The user's alerts. One that fires is a notice, so each notice has them read again; what the user changes is said to screens that show them. */
export function useAlerts() {
  const session = useSessionApi();
  const [{ list, failed }, setLoaded] = useState<Loaded>({ list: null, failed: null });
  const load = useCallback(async () => {
    const { data, request_id = '' } = await session.request(listAlerts, {}, { quiet: true });
    setLoaded((before) => (data ? { list: data, failed: null } : { ...before, failed: before.list ? null : { requestId: request_id } }));
  }, [session]);
  useEffect(() => void load(), [load]);
  const [tries, setTries] = useState(0);
  const late = useLate(!list && !failed, String(tries));
  useTopic({ topic: 'notices' }, () => void load());
  const setList = (to: AlertList) => {
    setLoaded({ list: to, failed: null });
    session.emit('alerts.changed', {});
  };
  const retry = () => {
    setTries(tries + 1);
    void load();
  };
  return { list, failed: late ? LATE : failed, load, retry, setList };
}
