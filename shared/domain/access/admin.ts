/** Addresses of the people who run the platform (S5-SHOW-07). The server adds its `ADMIN_EMAILS` setting. */
export const INTERNAL_ADDRESSES: readonly string[] = [
  'admin@vimarsh.example.com',
  'operations@vimarsh.example.com',
  'compliance@vimarsh.example.com',
  'principal.officer@vimarsh.example.com',
  'research.desk@vimarsh.example.com',
  'verification@vimarsh.example.com',
  'moderation@vimarsh.example.com',
  'partners@vimarsh.example.com',
  'support@vimarsh.example.com',
  'finance@vimarsh.example.com',
  'security@vimarsh.example.com',
  'grievance@vimarsh.example.com',
];

/** Ignores case. This decides what the client shows; the server applies the same rule to every admin call. */
export function isAdmin(user: { userType: string; email: string }, alsoListed: readonly string[] = []): boolean {
  const email = user.email.trim().toLowerCase();
  const listed = (address: string) => address.toLowerCase() === email;
  return user.userType === 'internal' && email !== '' && (INTERNAL_ADDRESSES.some(listed) || alsoListed.some(listed));
}
