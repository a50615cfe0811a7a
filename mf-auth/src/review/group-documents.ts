import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';

/** Documents of one person. */
export interface Waiting {
  readonly user_id: string;
  readonly full_name: string;
  readonly profession: string;
  readonly reg_no: string;
  readonly documents: readonly ReviewedDocument[];
}

/** Groups documents by person, in the order of each person's oldest. */
export function groupDocuments(documents: readonly ReviewedDocument[]): Waiting[] {
  const people = new Map<string, ReviewedDocument[]>();
  for (const document of documents) people.set(document.user_id, [...(people.get(document.user_id) ?? []), document]);
  return [...people.values()].map((own) => {
    const { user_id, full_name, profession, reg_no } = own[0]!;
    return { user_id, full_name, profession, reg_no, documents: own };
  });
}
