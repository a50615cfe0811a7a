import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page.tsx';
import { TabPanel, Tabs } from '@vimarsh/shared/ui/tabs.tsx';
import { PrivacyTab } from './privacy.tab.tsx';
import { SecurityTab } from './security.tab.tsx';

const TABS = [
  { value: 'security', label: 'Security' },
  { value: 'privacy', label: 'Privacy' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** One's own account; the address names the tab. */
export function Page() {
  const { query } = usePath();
  const asked = query.get('tab');
  const tab: Tab = TABS.find(({ value }) => value === asked)?.value ?? 'security';
  return (
    <Screen title="My account">
      <Tabs label="My account" items={TABS} value={tab} onChange={(next) => navigate(`/my-account?tab=${next}`, { replace: true })} panelId="my-account" />
      <TabPanel id="my-account" value={tab}>
        {tab === 'security' ? <SecurityTab /> : <PrivacyTab />}
      </TabPanel>
    </Screen>
  );
}
