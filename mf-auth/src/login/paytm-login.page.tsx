import { LoginScreen } from './login-screen.tsx';

/** The login inside the partner's app, which has its own bar: the way out is back to the app. */
export function Page() {
  return <LoginScreen inApp />;
}
