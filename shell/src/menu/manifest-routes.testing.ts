import { workspaces } from '@vimarsh/shared/build/modules.ts';
import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';

/** The screens of every `module.json` as the page has them, without icons. */
export const MANIFEST_ROUTES: readonly PageRoute[] = workspaces().flatMap(({ manifest }) =>
  manifest.routes.map(({ page: _, budget: __, menu, ...route }) => ({ ...route, ...(menu && { menu: { ...menu, icon: [] } }) })),
);
