import type { Side } from '../signed-in.ts';

/** The expert whom half of all follow, by their own sign-in. */
const EXPERT = 'verified expert';

interface Asked {
  readonly name: string;
  /** By what they show; null for a visitor. */
  readonly viewer: string | null;
  path(side: Side): Promise<string>;
}

const at = (name: string, viewer: string | null, address: string): Asked => ({ name, viewer, path: async () => address });

/** The page of the expert with the most calls that a visitor finds in the store, with a period. */
const ofExpert = (name: string, viewer: string | null, address: (id: string) => string): Asked => ({
  name,
  viewer,
  async path({ portal }) {
    const answer = await fetch(`${portal}/experts/v1/experts`);
    const { data } = (await answer.json()) as { data: { experts: { user_id: string; followers: number }[] } };
    return address(data.experts.toSorted((one, other) => other.followers - one.followers)[0]!.user_id);
  },
});

/** Everything that counts calls or followers. */
export const answers: readonly Asked[] = [
  ...[null, 'Pro investor'].flatMap((viewer) => [
    at('store of experts', viewer, '/experts/v1/experts'),
    at('store of experts by score', viewer, '/experts/v1/experts?sort=score'),
    ofExpert('an expert, a month', viewer, (id) => `/experts/v1/experts/${id}`),
    ofExpert('an expert, a year', viewer, (id) => `/experts/v1/experts/${id}?period=1Y`),
    ofExpert('an expert, all', viewer, (id) => `/experts/v1/experts/${id}?period=ALL`),
    ofExpert('post-mortems', viewer, (id) => `/reco/v1/post-mortems?user_id=${id}`),
    at('performance of all', viewer, '/reco/v1/performance?period=1Y'),
    at('market sentiment', viewer, '/insights/v1/market-sentiment'),
  ]),
  at('first view', null, '/reco/v1/public'),
  at('calls by category, past', 'Pro investor', '/reco/v1/categorised?view=closed&rows=sector&columns=status'),
  at('calls by category, live', 'Pro investor', '/reco/v1/categorised?view=live&rows=sector&columns=term'),
  at('dashboard', 'Pro investor', '/reco/v1/desk?period=1Y'),
  at('profile', 'Pro investor', '/auth/v1/profile'),
  at('dashboard', EXPERT, '/reco/v1/desk?period=1Y'),
  at('dashboard, all', EXPERT, '/reco/v1/desk?period=ALL'),
  at('own analytics', EXPERT, '/reco/v1/own-analytics'),
  at('profile', EXPERT, '/auth/v1/profile'),
];
