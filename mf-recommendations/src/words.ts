import { drawPages } from '@vimarsh/shared/kit/words/words.tsx';
import { createElement } from 'react';
import { ClosedRows } from './public/closed-rows.tsx';
import { Page } from './public/public.page.tsx';

/** Pages of this module whose words the server writes into their HTML. */
export const draw = drawPages({ public: () => createElement(Page, { Rows: ClosedRows }) });
