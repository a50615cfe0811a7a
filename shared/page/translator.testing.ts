export interface Translator {
  /** How many texts it has replaced. */
  readonly count: number;
  /** Texts that the page has written into nodes that nobody sees. */
  unseen(): string[];
  /** Replaces what stands there now instead of in a moment. */
  translate(): void;
  /** Puts the originals back, and leaves the page alone from then on. */
  showOriginal(): void;
}

/**
 * A browser's translator as Chrome's works on a page: each text node outside of `translate="no"` is replaced by a text within two
 * `font` elements, and so is every text that appears or changes later, some time after it did. It says the same words, so that
 * whoever reads the page can tell what should be there. It uses nothing from outside: it is sent to a browser as it stands.
 */
export function startTranslator(delayMs = 40): Translator {
  const LEFT_ALONE = '[translate="no"],.notranslate,font,script,style,noscript,template,textarea,code';
  /** `seen`: the last words of a text that stood on the page. */
  const taken = new Map<Text, { seen: string; readonly shown: Element }>();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function translate(): void {
    clearTimeout(timer);
    timer = undefined;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data.trim() !== '' && !text.parentElement?.closest(LEFT_ALONE)) found.push(text);
    }
    for (const text of found) {
      const shown = document.createElement('font');
      shown.appendChild(document.createElement('font')).textContent = text.data;
      taken.set(text, { seen: text.data, shown });
      text.replaceWith(shown);
      count += 1;
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const text = taken.get(target as Text);
      if (text && target.isConnected) text.seen = (target as Text).data;
    }
    timer ??= setTimeout(translate, delayMs);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  translate();
  return {
    get count() {
      return count;
    },
    unseen: () => [...taken].filter(([text, { seen }]) => !text.isConnected && text.data !== '' && text.data !== seen).map(([text]) => text.data),
    translate,
    showOriginal() {
      clearTimeout(timer);
      observer.disconnect();
      for (const [text, { shown }] of taken) if (shown.isConnected) shown.replaceWith(text);
    },
  };
}
