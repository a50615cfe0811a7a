import { createRoot } from 'react-dom/client';

/** The least a page with one federated remote does: load the container, share React with it, draw what it exposes. */
interface Container {
  init(scope: unknown): Promise<void>;
  get(name: string): Promise<() => { Rows: () => React.ReactNode }>;
}
declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

async function start(): Promise<void> {
  const [{ createElement }] = await Promise.all([
    import('react'),
    __webpack_init_sharing__('default'),
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      Object.assign(script, { src: '/remote/entry.js', onload: resolve, onerror: reject });
      document.head.append(script);
    }),
  ]);
  const container = (globalThis as unknown as { floor_remote: Container }).floor_remote;
  await container.init(__webpack_share_scopes__.default);
  const { Rows } = (await container.get('./rows'))();
  createRoot(document.getElementById('outlet')!).render(createElement(Rows));
}
void start();
