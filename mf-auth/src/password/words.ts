/** Texts of the password screens. The OTP buttons have the specified texts (spec 2.4). */
export const PASSWORD_WORDS = {
  forgot: 'Forgot password',
  forgotHint: 'We send an OTP to the mobile number or e-mail of your account.',
  verify: 'Verify OTP',
  setNew: 'Set a new password',
  setNewHint: 'Setting it signs out all your devices.',
  change: 'Change password',
  mustChange: 'Set a password of your own before you go on.',
  signOutOthers: 'Sign out my other devices',
  backToLogin: 'Back to log in',
  expired: 'There is no OTP to verify here.',
  expiredText: 'This page continues a step you started in this browser. Begin again to get a new OTP.',
  beginAgain: 'Begin again',
} as const;
