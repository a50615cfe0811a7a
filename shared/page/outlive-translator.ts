/** A text that a translator took off the page, as the page's code wrote it, and the element that shows its translation. */
interface Translation {
  readonly shown: Element;
  readonly written: string;
}

/**
 * Lets a page that a library draws live under a browser's translator. Chrome's replaces each text node by
 * `<font><font>translation</font></font>`. React and Preact go on writing into the node that was taken away, so figures stand still
 * in silence, and they crash when they remove it or insert before it. Here the node comes back at once, empty, in front of
 * its translation: insertions and removals find it, and a text written into it takes the place of the translation until the
 * translator has translated that, too.
 *
 * Translators write in a task of their own, and observers are called before the next one: no drawing comes between.
 * Returns the way to stop.
 */
export function outliveTranslator(page: Document = document): () => void {
  const translations = new WeakMap<Text, Translation>();
  const texts = new WeakMap<Node, Text>();

  function forget(text: Text): Translation {
    const translation = translations.get(text)!;
    translations.delete(text);
    texts.delete(translation.shown);
    return translation;
  }

  /** Finds the translation that took a text's place, beside where the text was. */
  function translated(text: Text, { target, addedNodes, previousSibling, nextSibling }: MutationRecord): boolean {
    const shown = [...addedNodes, previousSibling, nextSibling].find(
      (node): node is Element => node?.nodeName === 'FONT' && node.parentNode === target && node.isConnected && !texts.has(node),
    );
    if (!shown) return false;
    translations.set(text, { shown, written: text.data });
    texts.set(shown, text);
    return true;
  }

  function textLeft(text: Text, record: MutationRecord, fresh: Set<Text>): void {
    const translation = translations.get(text);
    if (!translation) {
      if (!text.isConnected && translated(text, record)) fresh.add(text);
    } else if (!text.isConnected && !fresh.has(text)) {
      forget(text).shown.remove();
    } else if (text.isConnected && translation.shown.isConnected) text.after(translation.shown);
  }

  /** The translator shows the original again. */
  function translationLeft(node: Node, fresh: Set<Text>): void {
    const text = texts.get(node);
    if (!text || node.isConnected) return;
    const { written } = forget(text);
    if (!fresh.delete(text) && text.isConnected && text.data === '') text.data = written;
  }

  function textWritten(text: Text, fresh: Set<Text>): void {
    if (!translations.has(text)) return;
    const { shown } = forget(text);
    if (fresh.delete(text)) shown.replaceWith(text);
    else shown.remove();
  }

  const observer = new MutationObserver((records) => {
    /** Texts that were translated since the last call. They are emptied last, so that what was written meanwhile is not lost. */
    const fresh = new Set<Text>();
    for (const record of records) {
      if (record.type === 'characterData') textWritten(record.target as Text, fresh);
      else
        for (const node of record.removedNodes)
          if (node.nodeType === Node.TEXT_NODE) textLeft(node as Text, record, fresh);
          else translationLeft(node, fresh);
    }
    for (const text of fresh) {
      text.data = '';
      translations.get(text)!.shown.before(text);
    }
    // These are the changes made here.
    observer.takeRecords();
  });
  observer.observe(page, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
