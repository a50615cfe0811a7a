import { css } from '@emotion/react';
import { readReferrals } from '@vimarsh/shared/contract/referrals/routes.ts';
import { lineFor, mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { MY_ACCOUNT } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/page/tabs.tsx';
import type { ComponentType } from 'react';
import { PlanTab } from './plan.tab.tsx';
import { SecurityTab } from './security.tab.tsx';

/** Sections stand beside each other where there is room for two; what is no section takes the whole line. */
const sectionsCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr));
  align-items: start;
  gap: var(--s-16);
  & > :not(section) {
    grid-column: 1 / -1;
  }
  /* What a tab keeps together is no box of its own. */
  & > [data-sections] {
    display: contents;
  }
`;

/** A tab whose code comes when somebody opens it. */
const later = (load: () => Promise<ComponentType>) => part({ what: 'This tab', load, placeholder: <SkeletonRows rows={2} height={176} screen /> });
const others = () => import('./later-tabs.ts');
const BankTab = later(() => others().then((tabs) => tabs.BankTab));
const BillingTab = later(() => others().then((tabs) => tabs.BillingTab));
const ConsentsTab = later(() => others().then((tabs) => tabs.ConsentsTab));
const NotificationsTab = later(() => others().then((tabs) => tabs.NotificationsTab));
const PrivacyTab = later(() => others().then((tabs) => tabs.PrivacyTab));
const SupportTab = later(() => others().then((tabs) => tabs.SupportTab));
const RiskTab = later(() => import('./risk/risk.tab.tsx').then((tab) => tab.RiskTab));
const EarnTab = later(() => import('./earn/earn.tab.tsx').then((tab) => tab.EarnTab));

const SECURITY = { value: 'security', label: 'Security', Content: SecurityTab } as const;
/** What most people come for stands first; who has no plan to see begins at Security. */
const TABS = [
  { value: 'plan', label: 'Plan', Content: PlanTab },
  { value: 'billing', label: 'Billing', Content: BillingTab },
  { value: 'bank', label: 'Bank details', Content: BankTab },
  SECURITY,
  { value: 'consents', label: 'Consents', Content: ConsentsTab },
  { value: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { value: 'support', label: 'Support', Content: SupportTab },
  { value: 'risk', label: 'Risk profile', Content: RiskTab },
  { value: 'privacy', label: 'Privacy', Content: PrivacyTab },
] as const;

/** The user's own account. The address names the open tab. */
export function Page() {
  const { query } = usePath();
  const tabInAddress = query.get('tab');
  // Whom a broker pays for reads no plan's name, and who sells here has none to buy. What somebody bought before, and its papers, stay
  // where the mails about them lead.
  const session = useSession();
  const caller = callerOf(session);
  const named = may(caller, 'money.see-plans');
  const earns = may(caller, 'referral.earn');
  // Where nobody earns anything, nobody reads that they could.
  const { data: referrals } = useQuery(readReferrals, undefined, { enabled: earns, shown: true });
  const shown: Partial<Record<(typeof TABS)[number]['value'], boolean>> = {
    plan: mayBuy(caller, lineFor(caller)) || ((session.plan ?? session.publisherPlan) !== null && (named || tabInAddress === 'plan')),
    billing: named || tabInAddress === 'billing',
    bank: named || tabInAddress === 'bank',
    risk: may(caller, 'risk.profile'),
  };
  const earn = { value: DEFAULTS.efsSubmenu, label: `Earn from ${session.environment?.utm_source ?? BRAND_TITLE}`, Content: EarnTab };
  const isEarning = earns && (Boolean(referrals?.own) || tabInAddress === earn.value);
  const tabs = [...TABS.filter(({ value }) => shown[value] ?? true), ...(isEarning ? [earn] : [])];
  const tabOf = (name: string | null) => tabs.find(({ value }) => value === name);
  const { value: tab, Content } = tabOf(tabInAddress) ?? tabOf('plan') ?? SECURITY;
  return (
    <Screen title="My account">
      <Tabs label="My account" items={tabs} value={tab} onChange={(next) => navigate(`${MY_ACCOUNT}?tab=${next}`, { replace: true })} panelId="my-account" />
      <TabPanel id="my-account" value={tab}>
        <div css={sectionsCss}>
          <Content />
        </div>
      </TabPanel>
    </Screen>
  );
}
