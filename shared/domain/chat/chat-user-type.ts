import { isRetail } from '../people/professions.ts';

export type ChatUserType = 'Retail Investor' | 'Active RA' | 'Non Active RA';

export function chatUserType({ profession, is_active_ra }: { profession: string; is_active_ra: boolean }): ChatUserType {
  if (isRetail(profession)) return 'Retail Investor';
  return is_active_ra ? 'Active RA' : 'Non Active RA';
}
