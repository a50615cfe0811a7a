import type { ExpertRecord } from './identity.ts';

/** Who may publish, and so stands in the store. */
export const mayPublish = ({ status }: Pick<ExpertRecord, 'status'>): boolean => status === 'verified' || status === 'expiring';

/** Who may publish or once could. Nobody else's papers say anything yet, so nobody is told of them. */
export const isPublicExpert = (expert: Pick<ExpertRecord, 'status'>): boolean =>
  mayPublish(expert) || expert.status === 'lapsed' || expert.status === 'suspended';
