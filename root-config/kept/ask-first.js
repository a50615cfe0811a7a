// Written into the page of a screen whose manifest names a first request (`first`): asks for it while everything else is on its way,
// for who is signed in. shared/session/ahead.ts hands the answer to the first who asks the same. A token whose life is over, or
// nearly so, is left alone: it would be refused, and the session renews it before its first call.
{
  const { first, at } = document.currentScript.dataset;
  /** Where this machine's clock is behind the server's, a dead token looks alive to it. */
  const behind = Math.max(0, at - performance.timeOrigin) || 0;
  try {
    const token = localStorage.getItem('token');
    const { exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
    const lives = exp * 1000 > Date.now() + behind + 30_000 && localStorage.getItem('expire_in') > Date.now();
    // A page may come from what the browser remembers: nothing there can send a token to another origin.
    if (lives && /^\/\w/.test(first) && !location.search) {
      const giveUp = new AbortController();
      const answer = fetch(first, { headers: { Authorization: `Bearer ${token}` }, signal: giveUp.signal })
        .then(async (response) => ({ status: response.status, data: await response.json() }))
        .catch(() => null);
      const ahead = { url: first, token, answer, giveUp };
      window.vimarsh_ahead = ahead;
      // More than a slow phone takes until its screen asks. Older, or later, it is given up.
      setTimeout(() => {
        giveUp.abort();
        if (window.vimarsh_ahead === ahead) window.vimarsh_ahead = undefined;
      }, 30_000);
    }
  } catch {
    // Nobody is signed in, or the token can't be read: only a request ahead of its time is lost by that.
  }
}
