import { showFailure, supportCode } from '../failure-view.ts';

/** A screen that has been empty for so long is not going to show anything, in milliseconds. */
const PATIENCE = 4_000;
/** Time in which changes of the page are taken together, in milliseconds. */
const PAUSE = 500;
/** Without words, yet something: it loads, or it is drawn. */
const SOMETHING = '[aria-busy=true],.placeholder,canvas,svg,img,input,iframe';

/**
 * Says so where a screen shows nothing at all: its page returned nothing, or took away what stood. The words go when the screen
 * has content. They stand beside the modules' places, which belong to the modules.
 */
export function sayNothingShown(told: () => void): void {
  const outlet = document.getElementById('outlet')!;
  const words = document.createElement('div');
  let waits = false;
  let since = 0;

  const isEmpty = (): boolean =>
    !document.querySelector('[role=dialog]') &&
    [...outlet.children].every((place) => place === words || (!place.textContent?.trim() && !place.querySelector(SOMETHING)));

  const look = (): void => {
    waits = false;
    if (!isEmpty()) {
      since = 0;
      words.remove();
    } else if (!words.isConnected) {
      since ||= Date.now();
      const left = since + PATIENCE - Date.now();
      if (left > 0) lookIn(left);
      else speak();
    }
  };
  const speak = (): void => {
    outlet.append(words);
    const what = document.title.split(' · ')[0]!;
    showFailure(words, { what, error: new Error('The screen shows nothing'), code: supportCode() });
    told();
  };
  const lookIn = (ms: number): void => {
    if (!waits) setTimeout(look, ms);
    waits = true;
  };
  new MutationObserver(() => lookIn(PAUSE)).observe(outlet, { childList: true, subtree: true });
  look();
}
