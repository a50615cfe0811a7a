/** Leaves the portal for a broker's or a provider's own page. Its own file because no test can watch `location.assign`. */
export const leaveFor = (address: string): void => location.assign(address);
