import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { Boundary } from './boundary.tsx';

/** Code that takes longer says so, in milliseconds. */
const LATE = 8_000;

export interface PartOptions<P> {
  /** The user's name for it: "The candles". */
  what: string;
  /** Loads its code: `() => import('./candles.panel.tsx').then(({ Candles }) => Candles)`. */
  load: () => Promise<ComponentType<P>>;
  /** Shown until the code is loaded, in the size of the part. */
  placeholder?: ReactNode;
  /**
   * Stands in its place when it failed, or is `late`: then it is still on its way, and nothing may call that a failure. Words and
   * Try again if not given. `retry` asks for the code anew.
   */
  failure?: (props: P, retry: () => void, late: boolean) => ReactNode;
}

/**
 * A part of a screen that loads separately. When its code can't be loaded, or it throws while rendering, it says so in its
 * own place, and the rest of the screen stays with everything typed there. Only success is remembered, so Try again and the
 * next showing really request it anew. React's `lazy` would remember a failure for good and take the screen down.
 */
export function part<P extends object>({ what, load, placeholder = null, failure }: PartOptions<P>): ComponentType<P> {
  let ready: ComponentType<P> | undefined;

  function Loaded(props: P): ReactNode {
    const [{ Content, error, late }, setState] = useState<{ Content?: ComponentType<P> | undefined; error?: unknown; late?: boolean }>({ Content: ready });
    const [tries, setTries] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks anew.
    useEffect(() => {
      if (Content) return;
      let latest = true;
      const timer = setTimeout(() => setState({ late: true }), LATE);
      load()
        .then(
          (loaded) => {
            ready = loaded;
            setState({ Content: loaded });
          },
          (cause: unknown) => latest && setState({ error: cause ?? new Error('no code') }),
        )
        .finally(() => clearTimeout(timer));
      return () => {
        latest = false;
        clearTimeout(timer);
      };
    }, [Content, tries]);
    if (error) throw error;
    if (Content) return createElement(Content, props);
    if (!late) return placeholder;
    if (failure) {
      const again = () => {
        setState({});
        setTries(tries + 1);
      };
      return failure(props, again, true);
    }
    return (
      <>
        {placeholder}
        <p role="status" style={{ color: 'var(--ink-2)' }}>
          This takes longer than it should. It goes on loading; nothing you saved is affected.
        </p>
      </>
    );
  }

  return (props) => (
    <Boundary what={what} failure={failure && ((retry) => failure(props, retry, false))}>
      {createElement(Loaded, props)}
    </Boundary>
  );
}
