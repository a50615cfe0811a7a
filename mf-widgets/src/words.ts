import { drawPages } from '@vimarsh/shared/kit/words/words.tsx';
import { Page } from './stock/stock.page.tsx';

/** Pages of this module whose words the server writes into their HTML. */
export const draw = drawPages({ stock: Page });
