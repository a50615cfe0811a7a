import { may } from '@vimarsh/shared/domain/access/may.ts';
import { MY_ACCOUNT } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { BillingTab } from './billing.tab.tsx';
import { ConsentsTab } from './consents.tab.tsx';
import { NotificationsTab } from './notifications.tab.tsx';
import { PlanTab } from './plan.tab.tsx';
import { PrivacyTab } from './privacy.tab.tsx';
import { SecurityTab } from './security.tab.tsx';

const SECURITY = { value: 'security', label: 'Security', Content: SecurityTab } as const;
/** What most people come for stands first; who has no plan to see begins at Security. */
const TABS = [
  { value: 'plan', label: 'Plan', Content: PlanTab },
  { value: 'billing', label: 'Billing', Content: BillingTab },
  SECURITY,
  { value: 'consents', label: 'Consents', Content: ConsentsTab },
  { value: 'notifications', label: 'Notifications', Content: NotificationsTab },
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
  const shown: Partial<Record<(typeof TABS)[number]['value'], boolean>> = {
    plan: may(caller, 'money.buy') || (session.plan !== null && (named || tabInAddress === 'plan')),
    billing: named || tabInAddress === 'billing',
  };
  const tabs = TABS.filter(({ value }) => shown[value] ?? true);
  const tabOf = (name: string | null) => tabs.find(({ value }) => value === name);
  const { value: tab, Content } = tabOf(tabInAddress) ?? tabOf('plan') ?? SECURITY;
  return (
    <Screen title="My account">
      <Tabs label="My account" items={tabs} value={tab} onChange={(next) => navigate(`${MY_ACCOUNT}?tab=${next}`, { replace: true })} panelId="my-account" />
      <TabPanel id="my-account" value={tab}>
        <Content />
      </TabPanel>
    </Screen>
  );
}
