// Written into the page right behind the element of boot.js, so that it works when nothing else came. It asks again, each
// time under a new query that no broken copy in a cache can answer, for as long as the page is open; after the third
// failure it shows the words of the skeleton, which style alone shows when an answer takes long. A boot.js that came and did not
// start is rescue/start.ts's to mend, and so is a tab that uses other releases than the page names.
{
  const first = document.currentScript.previousElementSibling;
  const rules = { createScriptURL: (url) => url };
  const policy = window.trustedTypes?.createPolicy('vimarsh', rules) ?? rules;

  const root = document.documentElement;

  const run = (url, integrity, prepare) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    script.src = policy.createScriptURL(url);
    prepare(script);
    document.head.append(script);
  };
  /** Further scripts of root-config, by their name in the page's data. Where that can't be read, or a script does not come, `missing`. */
  const further = (name, missing) => {
    try {
      const page = JSON.parse(document.getElementById('vimarsh-page').textContent);
      for (const { url, integrity } of page.releases.modules['root-config'].pages[name])
        run(url, integrity, (script) => {
          script.onerror = missing;
        });
    } catch {
      missing();
    }
  };

  const watch = (script, failures) => {
    let asked = root.dataset.booted;
    const again = () => {
      if (asked || root.dataset.booted) return;
      asked = true;
      run(`${first.src}?retry=${Date.now()}`, first.integrity, (next) => watch(next, failures + 1));
    };
    // What is only slow may still come: the next request does not end this one.
    const late = setTimeout(again, 8000 * (failures + 1));
    script.onload = () => {
      clearTimeout(late);
      if (!root.dataset.booted) further('rescue', () => undefined);
    };
    script.onerror = () => {
      clearTimeout(late);
      if (failures > 1) document.getElementById('skeleton')?.classList.add('failed');
      setTimeout(again, Math.min(300 * 3 ** failures, 15000) * (1 + Math.random() / 2));
    };
  };
  watch(first, 0);

  try {
    if (sessionStorage.getItem('vimarsh.instead')) {
      root.dataset.booted = 'waits';
      addEventListener('DOMContentLoaded', () =>
        further('rescue', () => {
          delete root.dataset.booted;
          run(first.src, first.integrity, (script) => watch(script, 0));
        }),
      );
    }
  } catch {
    // Without storage every page starts with its own releases.
  }

  // Whoever chose Hindi gets its words beside the modules; here they are no weight for boot.js. Without them the page is English, and says so.
  if (root.lang === 'hi')
    addEventListener('DOMContentLoaded', () =>
      further('hindi', () => {
        root.lang = 'en';
      }),
    );
}
