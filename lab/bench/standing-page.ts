/** What runs inside a page that was loaded and stands, to play changes of prices to it. Each function is sent there as it is. */
interface Kept {
  line?: EventSource;
  heard?: boolean;
  open: number;
}
interface Widget {
  snapshot(): object | null;
}

/** Before anything else of the page: keeps hold of its stream. */
export function keepStream(): void {
  const kept = globalThis as unknown as Kept;
  kept.open = 0;
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      kept.line = this;
      kept.open += 1;
      this.addEventListener('hello', () => {
        kept.heard = true;
      });
    }
    override close(): void {
      if (this.readyState !== EventSource.CLOSED) kept.open -= 1;
      super.close();
    }
  };
}

export const openStreams = (): number => (globalThis as unknown as Kept).open;

export const isCardReady = (): boolean => document.querySelector('bare-card')?.shadowRoot?.querySelector('footer') != null;

export const areWidgetsReady = (): boolean => {
  const widgets = [...document.querySelectorAll('[access-key]')];
  return (
    (globalThis as unknown as Kept).heard === true &&
    widgets.every(
      (each) => each.matches(':defined') && (each as unknown as Widget).snapshot() !== null && each.shadowRoot?.querySelector('section:not([aria-busy])'),
    )
  );
};

export const tellCard = (change: unknown): void => void dispatchEvent(new CustomEvent('tick', { detail: change }));

export const tellWidgets = (change: unknown): void => {
  const { line } = globalThis as unknown as Required<Kept>;
  // Nothing else comes meanwhile.
  line.close();
  line.dispatchEvent(new MessageEvent('delta', { data: change, lastEventId: 'bench-0' }));
};

export const hide = (): void => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
};
