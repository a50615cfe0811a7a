import { REGISTERED_NAME } from '@vimarsh/shared/domain/text/disclosure.ts';
import type { Supplier } from '../billing/parties.types.ts';

/** The demo’s research entity. Its GST number is made up and fits its own last character. */
export const DEMO_SUPPLIER: Supplier = { name: REGISTERED_NAME, address: '5 Demonstration Road, Mumbai 400051', gstin: '27AAACV0000V1Z6' };
