export const POTENTIAL_RETURN_HOW = 'Distance from the published price to the target. It is not a forecast of profit.';

/** How far a target is from a price, by the side of the call. */
export const FORMULA = {
  Buy: '100 × (target − price) ÷ price.',
  Sell: '100 × (price − target) ÷ price.',
  Hold: '100 × |target − price| ÷ price.',
} as const;
