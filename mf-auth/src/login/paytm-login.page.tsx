import { LoginScreen } from './login-screen.tsx';

/** The login inside the partner's app, which has its own bar. Leaving it goes back to the app. */
export function Page() {
  return <LoginScreen inApp />;
}
