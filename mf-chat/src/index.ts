import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    chat: () => import('./rooms/chat.page.tsx'),
    expertList: () => import('./experts/expert-list.page.tsx'),
  },
});
