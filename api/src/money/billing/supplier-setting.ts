import { isGstin } from '@vimarsh/shared/contract/plans/gstin.ts';
import { printed } from '@vimarsh/shared/contract/plans/printed.ts';
import * as z from 'zod/mini';
import type { Supplier } from './parties.types.ts';

const line = (max: number) => printed(max, 'Write it in Latin letters').check(z.minLength(1));
const supplier = z.object({ name: line(100), address: line(200), gstin: z.string().check(z.refine(isGstin)) });

function read(text: string): Supplier | null {
  try {
    return z.safeParse(supplier, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** `SUPPLIER`: JSON, who bills as invoices name it. In Latin letters, which every reader of PDFs can show. */
export const supplierSetting = z.pipe(
  z.string().check(z.refine((text) => read(text) !== null, 'SUPPLIER must be JSON with name, address and a valid gstin')),
  z.transform((text: string) => read(text)!),
);
