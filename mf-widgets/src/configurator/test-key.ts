import { createTestKey } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import type { TestKey } from '@vimarsh/shared/contract/widget-kit/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';

/** One for as long as the page stands: what was copied before must not differ from what is copied next. */
let made: TestKey | null = null;

/** A fresh test key for the snippet; undefined while it is on its way, null where none is to be had. Only its own reader ever sees it. */
export function useTestKey(): TestKey | null | undefined {
  const session = useSessionApi();
  const [key, setKey] = useState<TestKey | null | undefined>(made ?? undefined);
  useEffect(() => {
    if (made) return;
    let isShown = true;
    session
      .request(createTestKey, {}, { quiet: true })
      .then(({ data }) => {
        made ??= data;
      })
      // The snippet keeps its place for a key.
      .catch(() => undefined)
      .finally(() => isShown && setKey(made));
    return () => {
      isShown = false;
    };
  }, [session]);
  return key;
}
