import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, navigate, usePath } from './router.tsx';
import { aUser } from './user.testing.ts';

beforeEach(() => history.replaceState(null, '', '/one?x=1'));
afterEach(cleanup);

function Where() {
  const { path, query } = usePath();
  return <output>{`${path} ${query.get('x')}`}</output>;
}

test('usePath follows navigate, Back and a replaced address', async () => {
  render(<Where />);
  expect(screen.getByRole('status')).toHaveTextContent('/one 1');
  act(() => navigate('/two?x=2'));
  expect(screen.getByRole('status')).toHaveTextContent('/two 2');
  act(() => navigate('/two?x=3', { replace: true }));
  expect(screen.getByRole('status')).toHaveTextContent('/two 3');
  await act(async () => {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
  });
  expect(screen.getByRole('status')).toHaveTextContent('/one 1');
});

test('a value may hold a question mark: a link of ours with a query of its own', () => {
  history.replaceState(null, '', '/one?x=/two?y=2');
  render(<Where />);
  expect(screen.getByRole('status')).toHaveTextContent('/one /two?y=2');
});

test('navigating to the current location adds no history entry', () => {
  const push = vi.spyOn(history, 'pushState');
  navigate('/one?x=1');
  expect(push).not.toHaveBeenCalled();
  navigate('/one?x=2');
  expect(push).toHaveBeenCalledTimes(1);
  push.mockRestore();
});

test('a plain click stays in the app; a click for a new tab or one already handled is left alone', async () => {
  const user = aUser();
  const leaveApp = vi.fn((event: Event) => event.preventDefault());
  render(
    <>
      <Link to="/two">Two</Link>
      <Link to="/three" onClick={(event) => event.preventDefault()}>
        Three
      </Link>
      <Link to="/four" target="_blank">
        Four
      </Link>
    </>,
  );
  await user.click(screen.getByText('Two'));
  expect(location.pathname).toBe('/two');
  addEventListener('click', leaveApp);
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('Three'));
  await user.keyboard('{/Control}');
  await user.click(screen.getByText('Four'));
  expect(location.pathname).toBe('/two');
  removeEventListener('click', leaveApp);
  expect(leaveApp).toHaveBeenCalledTimes(2);
});
