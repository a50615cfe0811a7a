import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    cases: () => import('./cases/cases.page.tsx'),
    chat: () => import('./rooms/chat.page.tsx'),
    communications: () => import('./communications/communications.page.tsx'),
    expertBuzz: () => import('./buzz/expert-buzz.page.tsx'),
    expertList: () => import('./experts/expert-list.page.tsx'),
    myPosts: () => import('./buzz/my-posts.page.tsx'),
  },
});
