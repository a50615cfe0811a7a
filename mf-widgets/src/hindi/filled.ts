/** A text with its values in the places `{0}`, `{1}`. */
export const filled = (text: string, values: readonly (string | number)[]): string => text.replace(/\{(\d)\}/g, (_, at) => String(values[at]));
