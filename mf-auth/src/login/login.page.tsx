import { LoginScreen } from './login-screen.tsx';

export function Page() {
  return <LoginScreen />;
}
