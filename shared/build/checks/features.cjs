/**
 * Features of the server in the order of the data's way. A feature may know those before it, none behind it: a price never asks what
 * is said about it, and the record never asks what a call is.
 */
module.exports = [
  'market',
  'partners',
  'push',
  'brokers',
  'identity',
  'texts',
  'risk-profile',
  'support',
  'notices',
  'bookings',
  'campaigns',
  'money',
  'referrals',
  'entitlements',
  'ledger',
  'calls',
  'cases',
  'chat',
  'buzz',
  'alerts',
  'performance',
  'insights',
  'watchlists',
  'trading',
  'evidence',
  'communications',
  'portal',
  'demo',
];
