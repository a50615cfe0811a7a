import { css } from '@emotion/react';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { BOOK_DEMO, HOME_WHEN_SIGNED_IN, PUBLIC_HOME, SIGN_UP, WIDGET_CONFIGURATOR } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { Blocks } from '../document/blocks.tsx';
import { anchorCss, useToAnchor } from '../document/info-layout.tsx';
import { Questions } from '../document/questions.tsx';
import { richText } from '../document/rich-text.tsx';
import { SetPages } from '../document/set-pages.tsx';
import { PartnerPictures, Stage } from './partner-look.tsx';
import { LIVE_WIDGETS, PARTNER_TICKET } from './partner-parts.tsx';

const heroCss = css`
  display: grid;
  gap: var(--s-16);
  justify-items: start;
  padding-block: var(--s-8) var(--s-16);
  & > p {
    max-width: 21em;
    font-size: var(--t-20);
    font-weight: 600;
    line-height: 1.3;
    text-wrap: balance;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-12);
  }
  ${media.chat} {
    padding-block: var(--s-24) var(--s-32);
    & > p {
      font-size: var(--t-28);
    }
  }
`;
/** On the desk the heading stands beside what it is about. */
const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12) var(--s-32);
  padding-block: var(--s-24);
  border-top: 1px solid var(--line);
  & > h2 {
    font-size: var(--t-16);
  }
  & > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-12);
  }
  ${media.expertView} {
    grid-template-columns: 240px minmax(0, 1fr);
    padding-block: var(--s-32);
  }
`;

const sourceCss = css`
  color: var(--ink-3);
  font-size: var(--t-12);
`;

export interface LandingProps {
  text: TextDocument;
  forBrokers: boolean;
}

/** `/retail-investors` and `/business-partners`: a text drawn as a first page (S2.2-ROUTE-10, S2.2-ROUTE-11). */
export function Landing({ text, forBrokers }: LandingProps) {
  const { environment } = useSession();
  useToAnchor();
  const look = forBrokers ? null : environment;
  const parts = text.sections.map(({ id, title, blocks, questions }) => ({
    id,
    title,
    content: (
      <>
        {blocks.length > 0 && <Blocks blocks={blocks} />}
        {questions.length > 0 && <Questions questions={questions} searching={false} />}
      </>
    ),
  }));
  const [first, ...rest] = parts;
  const all = forBrokers ? [first!, LIVE_WIDGETS, ...rest, PARTNER_TICKET] : parts;
  return (
    <Screen title={text.title}>
      <Stage environment={look}>
        <div css={heroCss}>
          <p>{richText(text.intro)}</p>
          <div>{forBrokers ? <PartnerSteps /> : <InvestorSteps />}</div>
        </div>
      </Stage>
      <div>
        {all.map(({ id, title, content }) => (
          <section key={id} id={id} css={[sectionCss, anchorCss]} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <div>{content}</div>
          </section>
        ))}
      </div>
      <PartnerPictures environment={look} />
      <p css={sourceCss}>
        Version {text.version} · in force from {formatDay(text.effective)}. Responsible: {text.owner}. Source: {text.source}.
      </p>
      <SetPages set={forBrokers ? 'brokers' : 'retail'} name="" />
      <DisclosureStrip />
    </Screen>
  );
}

function InvestorSteps() {
  const { signedIn } = useSession();
  if (signedIn)
    return (
      <>
        <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
          Open experts’ calls
        </Link>
        <DemoLink />
      </>
    );
  return (
    <>
      <Link css={buttonCss('primary')} to={SIGN_UP}>
        Sign up
      </Link>
      <Link css={buttonCss('quiet')} to={PUBLIC_HOME}>
        See closed calls
      </Link>
    </>
  );
}

/** A booking needs somebody to reach, so a visitor is told of the login before it comes. */
const DemoLink = () => (
  <Link css={buttonCss('quiet')} to={BOOK_DEMO}>
    {useSession().signedIn ? 'Book a demo' : 'Log in to book a demo'}
  </Link>
);

const PartnerSteps = () => (
  <>
    <a css={buttonCss('primary')} href="#ticket">
      Write to us
    </a>
    <DemoLink />
    <Link css={buttonCss('quiet')} to={WIDGET_CONFIGURATOR}>
      Try the widgets
    </Link>
  </>
);
