import type { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import type { TextAddress } from '@vimarsh/shared/domain/routing/texts.ts';
import { mayPass, useAgain } from '@vimarsh/shared/kit/connection.ts';
import { LATE, useLate } from '@vimarsh/shared/kit/query/late.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';

/**
 * The contract's route by hand: the words are drawn as text whatever they are, and a page of words would otherwise weigh three times
 * as much with the contract's own schema and a cache of queries. A test holds it against the contract.
 */
export const TEXT_ROUTE = {
  method: 'GET',
  path: '/base/v1/texts/:set/:name',
  access: 'open',
  summary: '',
  data: {
    safeParse: (data: unknown) =>
      typeof data === 'object' && data !== null && 'sections' in data && Array.isArray(data.sections) ? { success: true, data } : { success: false },
  },
} as unknown as typeof readText;

/** Words don't change while one reads them, and going back shows them at once. */
const FRESH_MS = 600_000;
/** Texts that this session has read, by address and version, until they may have changed (ms since 1970). */
type ReadTexts = Map<string, { readonly text: TextDocument; readonly until: number }>;
const readTexts = new WeakMap<Session, ReadTexts>();
type Session = ReturnType<typeof useSessionApi>;

export interface ReadText {
  readonly text: TextDocument | null;
  /** Why there is none: its code and the request; LATE while it takes long. */
  readonly failed: { readonly code: string; readonly text?: string; readonly requestId: string } | null;
  readonly retry: () => void;
}

/** A text in the version in force, or in the one given. The one of the page's own address came with the page. */
export function useText({ set, name }: TextAddress, version: string): ReadText {
  const session = useSessionApi();
  const key = `${set}/${name} ${version}`;
  const [{ text, failed }, setState] = useState<Pick<ReadText, 'text' | 'failed'>>(() => ({
    text: freshText(session, key) ?? cameWithThePage(session, version),
    failed: null,
  }));
  const [tries, setTries] = useState(0);
  const wanted = text === null;
  const late = useLate(wanted && !failed, `${tries} ${key}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks anew.
  useEffect(() => {
    if (!wanted) return;
    const aborter = new AbortController();
    void session
      .request(
        TEXT_ROUTE,
        { params: { set, name }, query: version ? { version } : {} },
        { signal: aborter.signal, quiet: 'unreachable', told: ['NOT_FOUND', 'BAD_REQUEST'] },
      )
      .then(({ status, data, code = 'INTERNAL', request_id = '' }) => {
        if (aborter.signal.aborted) return;
        if (status && data) textsOf(session).set(key, { text: data, until: Date.now() + FRESH_MS });
        setState(status && data ? { text: data, failed: null } : { text: null, failed: { code, requestId: request_id } });
      });
    return () => aborter.abort();
  }, [wanted, session, key, tries]);
  useAgain(failed !== null && mayPass(failed.code), () => setTries(tries + 1));
  return {
    text,
    failed: late ? LATE : failed,
    retry: () => {
      setState({ text: null, failed: null });
      setTries(tries + 1);
    },
  };
}

function textsOf(session: Session): ReadTexts {
  const texts = readTexts.get(session) ?? new Map();
  readTexts.set(session, texts);
  return texts;
}

function freshText(session: Session, key: string): TextDocument | null {
  const found = textsOf(session).get(key);
  return found && found.until > Date.now() ? found.text : null;
}

/** The words that came inside the page, for the path it was loaded at. */
function cameWithThePage(session: Session, version: string): TextDocument | null {
  const landed = performance.getEntriesByType?.('navigation')[0]?.name;
  if (version || !landed || new URL(landed).pathname !== location.pathname) return null;
  const first = session.page().first[`${TEXT_ROUTE.method} ${TEXT_ROUTE.path}`] as { data?: unknown } | undefined;
  const read = TEXT_ROUTE.data.safeParse(first?.data);
  return read.success ? read.data : null;
}
