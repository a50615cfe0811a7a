import { listNotices } from '@vimarsh/shared/contract/notices/routes.ts';
import type { Notice, NoticePage, NoticeTopic } from '@vimarsh/shared/contract/notices/types.ts';
import { LATE, useLate } from '@vimarsh/shared/kit/query/late.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useTopic } from '@vimarsh/shared/kit/topic.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface Listed {
  readonly state: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly notices: readonly Notice[];
  /** Whether older ones can be loaded. */
  readonly more: boolean;
  /** When what is shown was whole, UTC; it may not be any more if `stale`. */
  readonly asOf: string;
  readonly stale: boolean;
  readonly requestId: string;
}

const NOTHING: Listed = { state: 'loading', notices: [], more: false, asOf: '', stale: false, requestId: '' };

/**
 * The notices of one topic or of all, newest first. What the socket hints at, or may have hinted at while it was away, is read on from the
 * latest that is known: nothing is missed and nothing comes twice.
 */
export function useNotices(topic: NoticeTopic | null, onCount: (unread: number) => void) {
  const session = useSessionApi();
  const [listed, setListed] = useState(NOTHING);
  /** The latest number that was looked at, of whatever topic. */
  const latest = useRef(0);
  /** Of the topic that is read on now. */
  const reading = useRef<AbortSignal | null>(null);
  /** Ends with the topic: what was asked for another one is no answer for this. */
  const control = useRef(new AbortController());
  const again = useRef(false);

  const ask = useCallback(
    async (query: { before?: string; after?: string }): Promise<NoticePage | null> => {
      const { signal } = control.current;
      const { data, request_id = '' } = await session.request(listNotices, { query: { ...(topic && { topic }), ...query } }, { quiet: true, signal });
      if (signal.aborted) return null;
      if (data) onCount(data.unread);
      else setListed((before) => ({ ...before, state: before.state === 'ready' ? 'ready' : 'failed', stale: true, requestId: request_id }));
      return data;
    },
    [session, topic, onCount],
  );

  const begin = useCallback(async () => {
    setListed(NOTHING);
    const page = await ask({});
    if (!page) return;
    latest.current = Math.max(page.latest, page.notices[0]?.seq ?? 0);
    setListed({ ...NOTHING, state: 'ready', notices: page.notices, more: page.more, asOf: new Date().toISOString() });
  }, [ask]);
  useEffect(() => {
    control.current = new AbortController();
    void begin();
    return () => control.current.abort();
  }, [begin]);

  const catchUp = useCallback(async () => {
    const { signal } = control.current;
    again.current = true;
    if (reading.current === signal) return;
    reading.current = signal;
    while (again.current) {
      again.current = false;
      const page = await ask({ after: String(latest.current) });
      if (!page) break;
      const last = page.notices.at(-1)?.seq ?? 0;
      latest.current = page.more ? last : Math.max(latest.current, page.latest, last);
      again.current ||= page.more;
      setListed((before) => ({ ...before, notices: withNew(before.notices, page.notices), stale: false, asOf: new Date().toISOString() }));
    }
    if (reading.current === signal) reading.current = null;
  }, [ask]);
  const readOn = () => void (listed.state === 'ready' ? catchUp() : begin());
  useTopic({ topic: 'notices' }, readOn);
  const onBack = useEffectEvent(readOn);
  useEffect(() => {
    const back = () => onBack();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);

  const [tries, setTries] = useState(0);
  const late = useLate(listed.state === 'loading', `${tries} ${topic}`);
  return {
    ...listed,
    ...(late && { state: 'failed' as const }),
    /** Why it failed; LATE while the first answer takes long. */
    error: late ? LATE : { requestId: listed.requestId },
    retry() {
      setTries(tries + 1);
      readOn();
    },
    async older() {
      const last = listed.notices.at(-1);
      const page = last && (await ask({ before: String(last.seq) }));
      if (page) setListed((before) => ({ ...before, notices: [...before.notices, ...page.notices], more: page.more, stale: false }));
    },
    /** Marks what was read, as the server has it by now. */
    seen(read: (notice: Notice) => boolean) {
      setListed((before) => ({ ...before, notices: before.notices.map((notice) => (read(notice) ? { ...notice, read: true } : notice)) }));
    },
  };
}

/** `later` comes oldest first. */
function withNew(known: readonly Notice[], later: readonly Notice[]): Notice[] {
  const newest = known[0]?.seq ?? 0;
  return [...later.filter(({ seq }) => seq > newest).toReversed(), ...known];
}
