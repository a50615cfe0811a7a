/** Major of the agreement between loader, runtime and widget chunks. Loaders of one major share one runtime per page. */
export const PROTOCOL = 7;
