import * as React from 'react';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import type { ModuleManifest } from '../contract/module.contract.ts';
import { createPages, type LoadPage, PageHost } from './page-host.tsx';
import { StyleHost } from './style-host.tsx';

/** `module.json` as an import types it: the build has checked its words against the contract. */
type ManifestFile = {
  [K in keyof ModuleManifest]: K extends 'routes'
    ? readonly Loose<ModuleManifest['routes'][number]>[]
    : ModuleManifest[K] extends number | string
      ? ModuleManifest[K]
      : object;
};
type Loose<T> = { [K in keyof T]: string };

interface HostProps {
  /** The place on the page that the root config keeps for this module. */
  domElement?: HTMLElement;
  /** Takes over when the module can't mend itself: previous release, or the failure view with Try again. */
  fail?: (error: unknown) => void;
}

export interface DefinedModule extends ReactAppOrParcel<HostProps> {
  readonly manifest: ModuleManifest;
}

interface Parts {
  /** Key as in `module.json`; one dynamic import each. */
  pages: Readonly<Record<string, LoadPage>>;
  /** Around every page of the module; the shell draws itself here and has no pages. */
  Frame?: ComponentType<{ children: ReactNode }>;
}

/**
 * A module as the portal mounts it: single-spa lifecycles and the pages of its manifest. A manifest
 * that names a page the module does not have is refused at once.
 */
export function defineModule(file: ManifestFile, { pages: loaders, Frame }: Parts): DefinedModule {
  const manifest = file as ModuleManifest;
  const pages = createPages(manifest, loaders);
  const Root = () => {
    const host = <PageHost pages={pages} />;
    return <StyleHost>{Frame ? <Frame>{host}</Frame> : host}</StyleHost>;
  };
  const lifecycles = singleSpaReact<HostProps>({
    React,
    ReactDOMClient,
    rootComponent: Root,
    errorBoundary: (error, _info, { fail }) => <HandOver error={error} fail={fail} />,
  });
  return {
    manifest,
    ...lifecycles,
    // The page's code comes before the mount, so a route change shows the page and no gap.
    async mount(props) {
      const asked = pages.match(location.pathname);
      if (asked && !pages.loaded(asked.route.page)) await pages.load(asked.route.page);
      return lifecycles.mount(props);
    },
  };
}

function HandOver({ error, fail }: { error: Error } & Pick<HostProps, 'fail'>) {
  useEffect(() => {
    if (fail) fail(error);
    else reportError(error);
  }, [error, fail]);
  return null;
}
