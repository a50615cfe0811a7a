import { type ComponentType, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { StyleHost } from './style-host.tsx';

export interface HostProps {
  /** The place on the page that the root config keeps for this module. */
  domElement?: HTMLElement;
  /** Takes over when the module can't mend itself: previous release, or the failure view with Try again. */
  fail?: (error: unknown) => void;
}

export interface Lifecycles {
  bootstrap(props: HostProps): Promise<void>;
  mount(props: HostProps): Promise<void>;
  unmount(props: HostProps): Promise<void>;
}

/**
 * A React tree as single-spa drives it, for `defineModule` and for the shell, which has no pages. `mount` ends when the
 * tree stands; what the tree can't catch itself goes to `fail`. Written here because every module carries it, and
 * single-spa-react is eight times as heavy with its support of old Reacts.
 */
export function lifecyclesOf(Tree: ComponentType): Lifecycles {
  let root: Root | null = null;
  let stoodBefore = false;
  return {
    bootstrap: async () => undefined,
    mount: ({ domElement, fail }) =>
      new Promise((stands) => {
        const onUncaughtError = (error: unknown) => {
          console.error(error);
          // React is still at work on this root, and whoever takes over unmounts it. It takes over before `mount` ends.
          queueMicrotask(() => {
            if (fail) fail(error);
            else reportError(error);
            stands();
          });
        };
        const made = createRoot(domElement!, { onUncaughtError });
        root = made;
        const show = () => made.render(<Standing tell={stands} tree={Tree} />);
        // While a page loads, in slices that leave room for its other work; later at once, so that no gap shows between screens.
        if (stoodBefore) flushSync(show);
        else startTransition(show);
        stoodBefore = true;
      }),
    unmount: async () => {
      root?.unmount();
      root = null;
    },
  };
}

function Standing({ tell, tree: Tree }: { tell: () => void; tree: ComponentType }) {
  useLayoutEffect(tell, [tell]);
  return (
    <StyleHost>
      <Tree />
    </StyleHost>
  );
}
