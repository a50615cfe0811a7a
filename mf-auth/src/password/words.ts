/** Texts of the password screens. Buttons of the OTP flow are the specification's (spec 2.4). */
export const WORDS = {
  forgot: 'Forgot password',
  forgotHint: 'We send an OTP to the mobile number or e-mail of your account.',
  verify: 'Verify OTP',
  setNew: 'Set a new password',
  setNewHint: 'All your devices are signed out when it is set.',
  change: 'Change password',
  mustChange: 'Set a password of your own before you go on.',
  signOutOthers: 'Sign out my other devices',
  backToLogin: 'Back to log in',
  expired: 'There is no OTP to verify here.',
  expiredText: 'This page continues a step that was begun in this browser. Begin again to get a new OTP.',
  beginAgain: 'Begin again',
} as const;
