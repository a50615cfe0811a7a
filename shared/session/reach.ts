/**
 * What the session says of the server to the whole page, as events of the window, since what failed for want of an answer
 * stands in every module. `SILENT`: the network is there and the server does not answer; said again with every try. `ANSWERS`:
 * it answers again.
 */
export const SILENT = 'vimarsh:silent';
export const ANSWERS = 'vimarsh:answers';
