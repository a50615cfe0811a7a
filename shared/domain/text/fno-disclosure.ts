/** How individual traders in derivatives fare (SEBI study of 20 August 2026), by version. Who opens option calls is told so every 30 days. */
export const FNO_FIGURES = {
  version: 'fno-2026-08-20',
  lines: [
    'In FY26, 87.7% of individual F&O traders lost money (SEBI study, 20 Aug 2026).',
    'About 92% of these losses came from options.',
    'About 59% of the turnover in index options was in contracts that expired the same day.',
  ],
};

/** Since when the regulator prescribes the words of the risk disclosure. */
export const FNO_RISK_SINCE = '19 May 2023';

/** Risk disclosure on derivatives (SEBI circular MIRSD-PoD-1/P/CIR/2023/73, Annexure I), by version. */
export const FNO_RISK = {
  version: 'fno-risk-2023-05-19',
  lines: [
    '9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.',
    'On an average, loss makers registered net trading loss close to ₹ 50,000.',
    'Over and above the net trading losses incurred, loss makers expended an additional 28% of net trading losses as transaction costs.',
    'Those making net trading profits, incurred between 15% to 50% of such profits as transaction cost.',
  ],
};
