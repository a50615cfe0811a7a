import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    dataCategorisation: () => import('./categorisation/data-categorisation.page.tsx'),
    marketSentiment: () => import('./sentiment/market-sentiment.page.tsx'),
    stock: () => import('./stock/stock.page.tsx'),
    equityInsights: () => import('./equity/equity-insights.page.tsx'),
    marketsOverview: () => import('./overview/markets-overview.page.tsx'),
    widgets: () => import('./configurator/widgets.page.tsx'),
    optionsInsights: () => import('./options/options-insights.page.tsx'),
  },
});
