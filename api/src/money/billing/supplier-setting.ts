import { isGstin } from '@vimarsh/shared/contract/plans/gstin.ts';
import * as z from 'zod/mini';
import type { Supplier } from './parties.types.ts';

const latin = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[ -~\u00a0-\u00ac\u00ae-\u00ff]*$/));
const supplier = z.object({ name: latin(100), address: latin(200), gstin: z.string().check(z.refine(isGstin)) });

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
