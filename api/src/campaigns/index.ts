export { createCampaigns } from './create-campaigns.ts';
