/** Said of the closed calls whether or not they are there yet. */
export const HEADING = 'Closed calls, as published and as they ended';
export const LAST = 'The last six to appear here, whatever their result.';
export const ILLUSTRATION = 'They illustrate what a record looks like and are not recommendations.';
