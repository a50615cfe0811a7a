/** Texts of the login screen. Those of the specification are word for word (spec 2.4, 5, 8). */
export const WORDS = {
  generateOtp: 'Generate OTP',
  verifyOtp: 'Verify OTP',
  changeNumber: 'Change Number',
  resendOtp: 'Resend OTP',
  forgotPassword: 'Forgot password?',
  toSignUp: "Don't have an account? Sign Up",
  toSignIn: 'Already verified? Log In',
  expert: 'I am a SEBI Expert',
  terms: 'I agree to the terms and to notifications about my account',
  whatsApp: 'Please give a WhatsApp number',
  missing: 'Please fill all required details',
  badOtp: 'Please enter valid OTP',
  oops: 'Oops! Something went wrong!',
} as const;
