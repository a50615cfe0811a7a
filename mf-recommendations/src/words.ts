import { drawPages } from '@vimarsh/shared/kit/words/words.tsx';
import { Page } from './public/public.page.tsx';

/** Pages of this module whose words the server writes into their HTML. */
export const draw = drawPages({ public: Page });
