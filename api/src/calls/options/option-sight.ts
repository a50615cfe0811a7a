import { may } from '@vimarsh/shared/domain/access/may.ts';
import type { Sight } from '../../entitlements/index.ts';
import type { OptionRow } from './tables.ts';

type Seen = Pick<OptionRow, 'expert_id' | 'defined_risk' | 'underlying_type' | 'is_open' | 'ended_on'>;

const underlyingOf = (type: OptionRow['underlying_type']): 'index' | 'stock' => (type === 'indices' ? 'index' : 'stock');

/** Whether live calls of this kind are open to the viewer, their own apart (product D.4). */
export const seesLive = (
  { viewer }: Sight,
  { expert_id, defined_risk, underlying_type }: Pick<Seen, 'expert_id' | 'defined_risk' | 'underlying_type'>,
): boolean => may(viewer, 'options.live', { expert_id, defined_risk, underlying: underlyingOf(underlying_type) });

/** Live calls the viewer may read: all of them, those on an index with a limited loss, or none but their own. */
export function liveScope(sight: Sight): 'all' | 'limited' | 'own' {
  const sees = (defined_risk: boolean, underlying_type: OptionRow['underlying_type']): boolean =>
    seesLive(sight, { expert_id: '', defined_risk, underlying_type });
  if (sees(false, 'stocks')) return 'all';
  return sees(true, 'indices') ? 'limited' : 'own';
}

/** Whether the viewer may see a call. Who could see the live one sees its end at once; for everyone else there is the lag of all closed calls. */
export function maySeeOption(sight: Sight, call: Seen): boolean {
  const { viewer, scope, until } = sight;
  if (viewer.user_id !== null && viewer.user_id === call.expert_id) return true;
  if (seesLive(sight, call)) return true;
  if (call.is_open) return false;
  return scope.closed === 'at_once' || (call.ended_on as string) <= until[scope.closed];
}
