import { type ComponentType, createElement, useEffect, useState } from 'react';

/**
 * A part of the frame that is loaded when it is first wanted. A failed load says so by `onFail` and is tried again the
 * next time; it never takes the frame down.
 */
export function Lazy<P extends object>({ load, onFail, props }: { load: () => Promise<ComponentType<P>>; onFail: () => void; props: P }) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per showing.
  useEffect(() => {
    let wanted = true;
    load().then(
      (loaded) => wanted && setPart(() => loaded),
      () => wanted && onFail(),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return Part && createElement(Part, props);
}
