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
}
