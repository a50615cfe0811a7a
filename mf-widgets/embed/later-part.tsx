import { type ReactElement, useEffect, useRef, useState } from 'react';
import { button } from '../src/insight/parts.view.tsx';
import { useWords } from '../src/insight/words.tsx';
import { embedPage } from './wire/protocol.ts';

interface Chunk<Props> {
  part(props: Props): ReactElement;
}

/** A part of an insight whose code is fetched when its place comes near the screen: nobody waits for it who does not read that far. */
export function laterPart<Props extends object>(url: string, integrity: string) {
  let loading: Promise<Chunk<Props>> | undefined;
  function chunk(): Promise<Chunk<Props>> {
    loading ??= embedPage.verifiedImport!<Chunk<Props>>(url, integrity).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return function Later(props: Props) {
    const { say } = useWords();
    const place = useRef<HTMLDivElement>(null);
    const [loaded, setLoaded] = useState<Chunk<Props> | null>(null);
    const [isMissing, setMissing] = useState(false);
    const load = (): void => {
      setMissing(false);
      chunk().then(setLoaded, () => setMissing(true));
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once.
    useEffect(() => {
      const near = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          near.disconnect();
          load();
        },
        { rootMargin: '300px' },
      );
      near.observe(place.current!);
      return () => near.disconnect();
    }, []);
    if (loaded) return loaded.part(props);
    return (
      <div ref={place}>
        {isMissing ? (
          <>
            <p role="status">{say('This part could not be loaded.')}</p>
            <button type="button" css={button} onClick={load}>
              {say('Try again')}
            </button>
          </>
        ) : null}
      </div>
    );
  };
}
