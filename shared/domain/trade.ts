interface Standing {
  profile: object | null;
  environment: { isTradeAvailable: boolean } | null;
  plan: { plan_name: string; promotional_plan: boolean } | null;
}

/** Trading shows only with all of these; a direct user has no environment, so never trades (S4-MISC-01…05, -A01). */
export function isTradeVisible({ profile, environment, plan }: Standing): boolean {
  if (!profile || !environment?.isTradeAvailable || !plan || plan.promotional_plan) return false;
  return plan.plan_name === 'Premium' || plan.plan_name === 'Pro';
}
