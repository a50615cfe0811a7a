/** Of every account of the demo, here and at its brokers. */
export const DEMO_PASSWORD = 'Vimarsh@2026';
