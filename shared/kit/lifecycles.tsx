import * as React from 'react';
import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import { StyleHost } from './style-host.tsx';

export interface HostProps {
  /** The element on the page that the root config reserves for this module. */
  domElement?: HTMLElement;
  /** Called when the module can't recover: the previous release, or the failure view with Try again, takes over. */
  fail?: (error: unknown) => void;
}

export type Lifecycles = ReactAppOrParcel<HostProps>;

/**
 * Single-spa lifecycles of a React tree, for `defineModule` and for the shell, which has no pages. `mount` ends when the
 * tree is rendered; errors the tree can't catch go to `fail`.
 */
export function lifecyclesOf(Tree: ComponentType): Lifecycles {
  let stoodBefore = false;
  return singleSpaReact<HostProps>({
    React,
    ReactDOMClient: {
      createRoot(domElement: HTMLElement) {
        const root = createRoot(domElement);
        return {
          // While the page loads, rendering is sliced to leave room for other work; later it is synchronous, so that screens change without a gap.
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
