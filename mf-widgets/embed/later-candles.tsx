import { useEffect, useRef, useState } from 'react';
import { button } from '../src/insight/parts.view.tsx';
import { useWords } from '../src/insight/words.tsx';
import type { CandlesProps } from './candles.tsx';
import { verifiedImport } from './verified-import.ts';

interface CandlesChunk {
  Candles(props: CandlesProps): ReturnType<typeof LaterCandles>;
}
/** Filled at build time. */
const INTEGRITY = '__CANDLES_INTEGRITY__';

let loading: Promise<CandlesChunk> | undefined;
function chunk(): Promise<CandlesChunk> {
  loading ??= verifiedImport<CandlesChunk>(new URL('./candles.js', import.meta.url).href, INTEGRITY).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Candles whose code is fetched when their place comes near the screen: nobody waits for it who reads figures only. */
export function LaterCandles(props: CandlesProps) {
  const { say } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<CandlesChunk | null>(null);
  const [failed, setFailed] = useState(false);
  const load = (): void => {
    setFailed(false);
    chunk().then(setLoaded, () => setFailed(true));
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
  if (loaded) return <loaded.Candles {...props} />;
  return (
    <div ref={place}>
      {failed ? (
        <>
          <p role="status">{say('The candles could not be loaded.')}</p>
          <button type="button" css={button} onClick={load}>
            {say('Try again')}
          </button>
        </>
      ) : null}
    </div>
  );
}
