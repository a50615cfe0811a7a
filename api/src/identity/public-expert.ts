import type { ExpertRecord, ReviewPart } from './identity.ts';

/** Who may publish, and so stands in the store. */
export const mayPublish = ({ status }: Pick<ExpertRecord, 'status'>): boolean => status === 'verified' || status === 'expiring';

const couldPublish = ({ status }: Pick<ExpertRecord, 'status'>): boolean => status === 'lapsed' || status === 'suspended';

/**
 * Who may publish or once could. An applicant's papers say nothing yet, so nobody is told of them; whoever has published can't hide the record
 * by handing in new ones.
 */
export const isPublicExpert = (expert: Pick<ExpertRecord, 'status' | 'review_since'>): boolean =>
  mayPublish(expert) || couldPublish(expert) || expert.review_since !== undefined;

/** The same experts; those whose papers are under review although they have published with the day since when. */
export async function withReviews<E extends ExpertRecord>(experts: readonly E[], part: ReviewPart): Promise<E[]> {
  const applicants = experts.filter((expert) => !mayPublish(expert) && !couldPublish(expert));
  if (applicants.length === 0) return [...experts];
  const reviews = await part(applicants.map(({ user_id }) => user_id));
  return experts.map((expert) => {
    const review_since = reviews.get(expert.user_id);
    return review_since === undefined ? expert : { ...expert, review_since };
  });
}
