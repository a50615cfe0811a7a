export { type Alerts, type AlertsDependencies, createAlerts } from './create-alerts.ts';
