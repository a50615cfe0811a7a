export const POTENTIAL_RETURN_HOW = 'Distance from the published price to the target. It is not a forecast of profit.';
