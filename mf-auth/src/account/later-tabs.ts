/* The tabs behind the first two, in one file: it comes when one of them is opened. */
export { BankTab } from './billing/bank.tab.tsx';
export { BillingTab } from './billing/billing.tab.tsx';
export { ConsentsTab } from './consents.tab.tsx';
export { NotificationsTab } from './notifications.tab.tsx';
export { PrivacyTab } from './privacy.tab.tsx';
export { SupportTab } from './support.tab.tsx';
