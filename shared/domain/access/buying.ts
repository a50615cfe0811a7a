import type { ProductLine } from '../money/purchase.ts';
import { AUDIENCES } from './audiences.ts';
import type { Caller } from './caller.ts';
import { may } from './may.ts';

/** Which plans somebody is offered: experts their own, everybody else those of investors. */
export const lineFor = (caller: Caller): ProductLine => (AUDIENCES.experts(caller) ? 'experts' : 'investors');

/** Whether the caller may buy plans of a line. */
export const mayBuy = (caller: Caller, line: ProductLine): boolean => may(caller, line === 'experts' ? 'money.buy-publisher' : 'money.buy');
