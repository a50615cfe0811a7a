import type { ModuleManifest } from '@vimarsh/shared/contract/module.contract.ts';
import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest as ModuleManifest, {
  pages: {
    public: () => import('./public/public.page.tsx'),
    browse: () => import('./browse/browse.page.tsx'),
    publish: () => import('./publish/publish.page.tsx'),
    history: () => import('./history/history.page.tsx'),
  },
});
