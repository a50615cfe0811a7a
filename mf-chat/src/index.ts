import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    chats: () => import('./rooms/chat.page.tsx'),
    experts: () => import('./experts/expert-list.page.tsx'),
  },
});
