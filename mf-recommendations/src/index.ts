import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    public: () => import('./public/public.page.tsx'),
    browse: () => import('./equity/browse/browse.page.tsx'),
    publish: () => import('./equity/publish/publish.page.tsx'),
    publishOptions: () => import('./options/publish/publish-options.page.tsx'),
    howToCheck: () => import('./check/how-to-check.page.tsx'),
    equityWatchlist: () => import('./watchlists/equity-watchlist.page.tsx'),
    optionsWatchlist: () => import('./watchlists/options-watchlist.page.tsx'),
    corrections: () => import('./corrections/corrections.page.tsx'),
    optionCalls: () => import('./options/option-calls.page.tsx'),
    myOptions: () => import('./options/history/my-options.page.tsx'),
    history: () => import('./equity/history/history.page.tsx'),
    expertStore: () => import('./experts/store/expert-store.page.tsx'),
    expert: () => import('./experts/expert.page.tsx'),
    myDashboard: () => import('./desk/my-dashboard.page.tsx'),
    analytics: () => import('./desk/analytics.page.tsx'),
    split: () => import('./equity/split/split.page.tsx'),
    lite: () => import('./lite/lite.page.tsx'),
    trading: () => import('./trading/trading.page.tsx'),
  },
});
