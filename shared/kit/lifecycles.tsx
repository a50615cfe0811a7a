import * as React from 'react';
import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import { StyleHost } from './style-host.tsx';

export interface HostProps {
  /** The place on the page that the root config keeps for this module. */
  domElement?: HTMLElement;
  /** Takes over when the module can't mend itself: previous release, or the failure view with Try again. */
  fail?: (error: unknown) => void;
}

export type Lifecycles = ReactAppOrParcel<HostProps>;

/**
 * A React tree as single-spa drives it, for `defineModule` and for the shell, which has no pages. `mount` ends when the
 * tree stands; what the tree can't catch itself goes to `fail`.
 */
export function lifecyclesOf(Tree: ComponentType): Lifecycles {
  let stoodBefore = false;
  return singleSpaReact<HostProps>({
    React,
    ReactDOMClient: {
      createRoot(domElement: HTMLElement) {
        const root = createRoot(domElement);
        return {
          // While a page loads, in slices that leave room for its other work; later at once, so that no gap shows between screens.
          render(tree: ReactNode) {
            if (stoodBefore) flushSync(() => root.render(tree));
            else startTransition(() => root.render(tree));
            stoodBefore = true;
          },
          unmount: () => root.unmount(),
        };
      },
    },
    rootComponent: () => (
      <StyleHost>
        <Tree />
      </StyleHost>
    ),
    errorBoundary: (error, _info, { fail }) => <HandOver error={error} fail={fail} />,
  });
}

function HandOver({ error, fail }: { error: Error } & Pick<HostProps, 'fail'>) {
  useEffect(() => {
    if (fail) fail(error);
    else reportError(error);
  }, [error, fail]);
  return null;
}
