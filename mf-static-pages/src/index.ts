import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    bookedDemos: () => import('./booking/booked-demos.page.tsx'),
    desk: () => import('./support/desk.page.tsx'),
    document: () => import('./document/document.page.tsx'),
  },
});
