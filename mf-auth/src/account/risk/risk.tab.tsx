import { readRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import type { OwnRiskProfile } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { useQuery, useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { RiskForm } from './risk.form.tsx';
import { RiskResult } from './risk-result.tsx';

/** The risk that an investor says they can bear: ten questions, or what became of the answers. Of whoever is signed in, and of nobody else. */
export function RiskTab() {
  const { user } = useSession();
  return user && <Own key={user.id} who={user.id} />;
}

function Own({ who }: { who: string }) {
  const { data, error, refetch } = useQuery(readRiskProfile, undefined, { fresh: 0, shown: true });
  const refresh = useRefresh();
  const [answering, setAnswering] = useState(false);
  /** What the last change left, until it is read again. */
  const [changed, setChanged] = useState<OwnRiskProfile | null>(null);
  const own = changed ?? data;
  if (!own) return error ? <ErrorState what="your risk profile" onRetry={refetch} error={error} /> : <SkeletonRows rows={2} height={176} screen />;
  const onChanged = (next: OwnRiskProfile) => {
    setChanged(next);
    setAnswering(false);
    refresh(readRiskProfile);
  };
  return own.profile && !answering ? (
    <RiskResult profile={own.profile} history={own.history} isNew={changed !== null} onAgain={() => setAnswering(true)} onChanged={onChanged} />
  ) : (
    <RiskForm who={who} own={own} onSaved={onChanged} onKeep={own.profile ? () => setAnswering(false) : null} />
  );
}
