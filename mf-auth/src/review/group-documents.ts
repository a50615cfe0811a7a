import type { ReviewedDocument } from '@vimarsh/shared/contract/profile.contract.ts';

/** Documents of one person. */
export interface Waiting {
  readonly user_id: string;
  readonly full_name: string;
  readonly profession: string;
  readonly reg_no: string;
  readonly documents: readonly ReviewedDocument[];
}

/** People in the order of their oldest document. */
export function groupDocuments(documents: readonly ReviewedDocument[]): Waiting[] {
  const people = new Map<string, ReviewedDocument[]>();
  for (const document of documents) people.set(document.user_id, [...(people.get(document.user_id) ?? []), document]);
  return [...people.values()].map((own) => {
    const { user_id, full_name, profession, reg_no } = own[0]!;
    return { user_id, full_name, profession, reg_no, documents: own };
  });
}
