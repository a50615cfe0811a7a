import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    faq: () => import('./faq/faq.page.tsx'),
    terms: () => import('./terms/terms.page.tsx'),
    compliance: () => import('./compliance/compliance.page.tsx'),
    expertsCompliance: () => import('./compliance/experts-compliance.page.tsx'),
    analystDisclaimer: () => import('./disclaimer/analyst-disclaimer.page.tsx'),
    brokerDisclaimer: () => import('./disclaimer/broker-disclaimer.page.tsx'),
  },
});
