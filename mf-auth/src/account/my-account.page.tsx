import { MY_ACCOUNT } from '@vimarsh/shared/domain/routing/places.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { ConsentsTab } from './consents.tab.tsx';
import { NotificationsTab } from './notifications.tab.tsx';
import { PrivacyTab } from './privacy.tab.tsx';
import { SecurityTab } from './security.tab.tsx';

const TABS = [
  { value: 'security', label: 'Security', Content: SecurityTab },
  { value: 'consents', label: 'Consents', Content: ConsentsTab },
  { value: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { value: 'privacy', label: 'Privacy', Content: PrivacyTab },
] as const;

/** The user's own account. The address names the open tab. */
export function Page() {
  const { query } = usePath();
  const tabInAddress = query.get('tab');
  const { value: tab, Content } = TABS.find(({ value }) => value === tabInAddress) ?? TABS[0];
  return (
    <Screen title="My account">
      <Tabs label="My account" items={TABS} value={tab} onChange={(next) => navigate(`${MY_ACCOUNT}?tab=${next}`, { replace: true })} panelId="my-account" />
      <TabPanel id="my-account" value={tab}>
        <Content />
      </TabPanel>
    </Screen>
  );
}
