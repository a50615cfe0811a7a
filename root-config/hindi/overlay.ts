/** What is said by attributes: accessible names, tooltips, hints in empty fields. */
const NAMES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'] as const;
/** Names, symbols, what people wrote, and parts that say which language they are in. */
const LEFT_ALONE = '[translate="no"],[lang]:not(html),code,kbd,script,style,textarea,template,noscript';
/** Stands in nodes whose words went to the first one of their run. No word of ours, so that a text React empties is seen to be empty. */
const MOVED = '\u200b';
/** A sentence that could not be said: three words of English in a row of letters. One of the widgets' own Hindi has abbreviations, and is none. */
const SENTENCE = /[A-Za-z]{2,}[\s\S]*?\s[A-Za-z]{2,}[\s\S]*?\s[A-Za-z]{2,}/;
const HINDI = /[ऀ-ॿ]/;

interface Said {
  readonly source: string;
  readonly shown: string;
}

/** Charts write their words and days on a canvas. */
function sayOnCanvas(say: (text: string) => string): void {
  const canvas = globalThis.CanvasRenderingContext2D?.prototype;
  if (!canvas) return;
  const write = canvas.fillText;
  canvas.fillText = function (text, ...at) {
    write.call(this, say(text), ...at);
  };
}

/**
 * Says in another language what stands on the page, and from then on whatever is drawn, before it is painted: observers run
 * between a change of the page and its paint. Text nodes are changed and never replaced, so React keeps what it drew; a node
 * whose text is not the one put there has been given another one. Returns the way to stop.
 */
export function layOver(say: (text: string) => string, page: Document = document): () => void {
  const texts = new WeakMap<Text, Said>();
  const attributes = new WeakMap<Element, Map<string, Said>>();
  /** Elements that were marked as English here, because nothing is known for what they say. */
  const english = new WeakSet<Element>();

  const leftAlone = (element: Element | null): boolean => {
    const at = element?.closest(LEFT_ALONE);
    return !element || (at !== null && at !== undefined && !english.has(at));
  };

  function sayRun(node: Text): void {
    const parent = node.parentElement;
    if (leftAlone(parent)) return;
    let first: Text = node;
    while (first.previousSibling instanceof Text) first = first.previousSibling;
    const run: Text[] = [first];
    while (run.at(-1)!.nextSibling instanceof Text) run.push(run.at(-1)!.nextSibling as Text);
    const sources = run.map((one) => {
      const said = texts.get(one);
      return said?.shown === one.data ? said.source : one.data;
    });
    const source = sources.join('');
    const said = say(source);
    run.forEach((one, at) => {
      const shown = said === source ? sources[at]! : at === 0 ? said : MOVED;
      texts.set(one, { source: sources[at]!, shown });
      if (one.data !== shown) one.data = shown;
    });
    mark(parent!, said === source && SENTENCE.test(source) && !HINDI.test(source));
  }

  /** Screen readers change their voice for it. */
  function mark(element: Element, isEnglish: boolean): void {
    if (isEnglish && element.childElementCount === 0 && element.localName !== 'title') {
      english.add(element);
      element.setAttribute('lang', 'en');
    } else if (english.delete(element)) element.removeAttribute('lang');
  }

  function sayAttribute(element: Element, name: string): void {
    const value = element.getAttribute(name);
    if (value === null || leftAlone(element)) return;
    const said = attributes.get(element) ?? new Map<string, Said>();
    const before = said.get(name);
    const source = before?.shown === value ? before.source : value;
    const shown = say(source);
    said.set(name, { source, shown });
    attributes.set(element, said);
    if (shown !== value) element.setAttribute(name, shown);
  }

  function sayTree(root: Node): void {
    if (root instanceof Text) sayRun(root);
    if (!(root instanceof Element) && root !== page) return;
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (node instanceof Text) sayRun(node);
      else if (node instanceof Element) for (const name of NAMES) sayAttribute(node, name);
    }
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (type === 'attributes') sayAttribute(target as Element, attributeName!);
      else if (type === 'characterData') sayRun(target as Text);
      else {
        for (const node of addedNodes) if (node.isConnected) sayTree(node);
        // A neighbour that went or came changes what a run says.
        for (const node of target.childNodes) if (node instanceof Text) sayRun(node);
      }
    }
    // Its own changes.
    observer.takeRecords();
  });
  // Screens compare the title with theirs (`ui/page/page.tsx`): who asks for it gets what was written.
  const written = Object.getOwnPropertyDescriptor(Document.prototype, 'title')!;
  Object.defineProperty(page, 'title', {
    ...written,
    get: () => {
      const text = page.querySelector('title')?.firstChild;
      const said = text instanceof Text ? texts.get(text) : undefined;
      return said && said.shown === (text as Text).data ? said.source : (written.get!.call(page) as string);
    },
  });
  sayOnCanvas(say);
  sayTree(page);
  observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: [...NAMES] });
  return () => observer.disconnect();
}
