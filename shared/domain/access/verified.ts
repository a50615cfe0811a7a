/** Whether a register status means that registration and certificate are in force, so that the expert may publish and has the badge. */
export const isVerified = (status: string): boolean => status === 'verified' || status === 'expiring';
