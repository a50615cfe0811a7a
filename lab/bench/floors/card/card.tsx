import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * The bare card: preact in a shadow root, one fetch of the same JSON, the same figures on it, a new price by a plain event,
 * and nothing of what makes a widget a product (keys, themes, integrity, renewal, errors).
 */
interface Card {
  readonly symbol: string;
  readonly name: string;
  readonly ltp: number;
  readonly change_pct: number;
  readonly score: number | null;
  readonly zone: string | null;
  readonly drivers: readonly { key: string; label: string; value: number | null; detail: string }[];
  readonly as_of: string;
}

const STYLE =
  'section{min-height:196px;padding:12px;border:1px solid #ccc;font:13px system-ui}header,footer,li{display:flex;justify-content:space-between}ul{padding:0}';

function Sentiment({ stock }: { stock: string }) {
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    void fetch(new URL(`./sentiment/${encodeURIComponent(stock)}`, import.meta.url))
      .then((answer) => answer.json())
      .then(({ data }: { data: Card }) => setCard(data));
  }, [stock]);
  useEffect(() => {
    const take = ({ detail }: Event & { detail?: Partial<Card> }): void => setCard((known) => known && { ...known, ...detail });
    addEventListener('tick', take);
    return () => removeEventListener('tick', take);
  }, []);
  if (!card) return <section aria-busy="true" />;
  const angle = ((card.score ?? 50) / 100) * Math.PI;
  return (
    <section>
      <header>
        <b>{card.name}</b>
        <span>
          {card.ltp} {card.change_pct}%
        </span>
      </header>
      <svg viewBox="0 0 116 64" width="116" height="64" role="img" aria-label={card.zone ?? ''}>
        <path d="M8 58a50 50 0 0 1 100 0" fill="none" stroke="#ddd" stroke-width="8" />
        <line x1="58" y1="58" x2={58 - 44 * Math.cos(angle)} y2={58 - 44 * Math.sin(angle)} stroke="#222" stroke-width="2" />
      </svg>
      <ul>
        {card.drivers.map((driver) => (
          <li key={driver.key}>
            <span>{driver.label}</span>
            <span>{driver.value}</span>
            <span>{driver.detail}</span>
          </li>
        ))}
      </ul>
      <footer>{card.as_of}</footer>
    </section>
  );
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
customElements.define(
  'bare-card',
  class extends HTMLElement {
    connectedCallback(): void {
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      render(<Sentiment stock={this.getAttribute('stock') ?? ''} />, root);
    }
  },
);
