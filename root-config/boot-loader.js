// Written into the page right behind the element of boot.js, so that it works when nothing else came. It asks again, each
// time under a new query that no broken copy in a cache can answer, for as long as the page is open; after the third
// failure it shows the words of the skeleton, which style alone shows when an answer takes long.
{
  const first = document.currentScript.previousElementSibling;
  const rules = { createScriptURL: (url) => url };
  const policy = window.trustedTypes?.createPolicy('vimarsh', rules) ?? rules;

  const watch = (script, failures) => {
    let asked = document.documentElement.dataset.booted;
    const again = () => {
      if (asked || document.documentElement.dataset.booted) return;
      asked = true;
      const next = document.createElement('script');
      next.crossOrigin = 'anonymous';
      next.integrity = first.integrity;
      next.src = policy.createScriptURL(`${first.src}?retry=${Date.now()}`);
      watch(next, failures + 1);
      document.head.append(next);
    };
    // What is only slow may still come: the next request does not end this one.
    const late = setTimeout(again, 8000 * (failures + 1));
    script.onload = () => clearTimeout(late);
    script.onerror = () => {
      clearTimeout(late);
      if (failures > 1) document.getElementById('skeleton')?.classList.add('failed');
      setTimeout(again, Math.min(300 * 3 ** failures, 15000) * (1 + Math.random() / 2));
    };
  };
  watch(first, 0);

  // Whoever chose Hindi gets its words beside the modules; here they are no weight for boot.js. Without them the page is English, and says so.
  const root = document.documentElement;
  if (root.lang === 'hi')
    addEventListener('DOMContentLoaded', () => {
      const inEnglish = () => {
        root.lang = 'en';
      };
      try {
        const page = JSON.parse(document.getElementById('vimarsh-page').textContent);
        for (const { url, integrity } of page.releases.modules['root-config'].pages.hindi) {
          const words = document.createElement('script');
          words.crossOrigin = 'anonymous';
          words.integrity = integrity;
          words.onerror = inEnglish;
          words.src = policy.createScriptURL(url);
          document.head.append(words);
        }
      } catch {
        inEnglish();
      }
    });
}
