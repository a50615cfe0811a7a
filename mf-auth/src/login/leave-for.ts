/** Leaves the portal for a broker's or a provider's page. It has its own file because tests can't observe `location.assign`. */
export const leaveFor = (address: string): void => location.assign(address);
