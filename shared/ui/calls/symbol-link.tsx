import type { AnchorHTMLAttributes } from 'react';
import { stockPage } from '../../domain/routing/places.ts';
import { Link } from '../../kit/router.tsx';

/** A symbol that leads to everything about it. What it stands in decides how it looks. */
export function SymbolLink({ symbol, children = symbol, ...rest }: { symbol: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  return (
    <Link {...rest} to={stockPage(symbol)} {...(children === symbol && !rest['aria-label'] && !rest.title && { translate: 'no' })}>
      {children}
    </Link>
  );
}
