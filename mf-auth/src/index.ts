import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
    authBypass: () => import('./bypass/auth-bypass.page.tsx'),
    login: () => import('./login/login.page.tsx'),
    paytmLogin: () => import('./login/paytm-login.page.tsx'),
    verifyUser: () => import('./login/otp/verify-user.page.tsx'),
    forgotPassword: () => import('./password/forgot-password.page.tsx'),
    verifyOtp: () => import('./password/verify-otp.page.tsx'),
    setNewPassword: () => import('./password/set-new-password.page.tsx'),
    myAccount: () => import('./account/my-account.page.tsx'),
    pricing: () => import('./plans/pricing.page.tsx'),
    documentReview: () => import('./review/document-review.page.tsx'),
    profileUpdate: () => import('./profile/profile-update.page.tsx'),
    changePassword: () => import('./password/change-password.page.tsx'),
  },
});
