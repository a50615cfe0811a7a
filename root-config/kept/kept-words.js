// Written into the page of a screen whose manifest names a first request, inside its skeleton: draws what keep-words.ts kept, for
// the same person in a window of the same width, for a day. It makes elements and texts and no HTML, so that nothing kept can run.
{
  const skeleton = document.currentScript.parentElement;
  try {
    const kept = JSON.parse(localStorage.getItem('vimarsh.words'));
    const age = Date.now() - kept.at;
    const mine = kept.who === JSON.parse(localStorage.getItem('profile')).id && localStorage.getItem('token') && localStorage.getItem('expire_in') > Date.now();
    if (
      mine &&
      kept.path === location.pathname &&
      !location.search &&
      kept.width === innerWidth &&
      age >= 0 &&
      age < 864e5 &&
      document.documentElement.lang !== 'hi'
    ) {
      const SVG = 'http://www.w3.org/2000/svg';
      const NO_TAG = /^(script|style|template|iframe|object|embed|link|meta|base|form)$/i;
      const draw = (node, space) => {
        if (typeof node === 'string') return document.createTextNode(node);
        const [tag, attributes, ...content] = node;
        if (NO_TAG.test(tag)) return document.createTextNode('');
        const inner = tag === 'svg' ? SVG : space;
        const element = inner ? document.createElementNS(inner, tag) : document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
          if (name === 'style') element.style.cssText = value;
          else if (/^(on|src|href$)/i.test(name) ? name === 'href' && /^\/(?!\/)/.test(value) : true) element.setAttribute(name, value);
        }
        // Nothing hears a press yet: a control is there to be seen, until its screen takes its place. Links lead on.
        if (/^(button|input|select|textarea)$/.test(tag)) element.setAttribute('inert', '');
        element.append(...content.map((child) => draw(child, inner)));
        return element;
      };
      const rules = document.createElement('style');
      rules.nonce = document.currentScript.nonce;
      rules.textContent = kept.css;
      const words = document.createElement('div');
      words.dataset.words = '';
      words.append(...kept.nodes.map((node) => draw(node)));
      const note = document.createElement('p');
      note.className = 'kept';
      note.setAttribute('role', 'status');
      note.textContent = `As you saw it on ${kept.said}. Fresh figures are on their way.`;
      skeleton.prepend(rules, words, note);
    }
  } catch {
    // Nothing is kept, or storage is switched off: the skeleton stands.
  }
}
