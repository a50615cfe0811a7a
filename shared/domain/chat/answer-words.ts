/** '25 min', '3 h': rounded up, so that nobody is promised more than half of the answers kept. */
export const answerWords = (minutes: number): string => (minutes < 60 ? `${Math.max(1, Math.ceil(minutes))} min` : `${Math.ceil(minutes / 60)} h`);
