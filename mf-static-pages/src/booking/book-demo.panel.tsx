import { css } from '@emotion/react';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { BookDemo } from './book-demo.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-16);
  justify-items: start;
  max-width: 43em;
  & > p:first-of-type {
    font-size: var(--t-20);
    font-weight: 600;
    line-height: 1.3;
    text-wrap: balance;
  }
  & ul {
    display: grid;
    gap: var(--s-8);
    padding-left: var(--s-16);
    list-style: disc;
  }
`;

/** What a demo is, and the way to book one. Only members get here, because a booking needs somebody to reach. */
export function BookDemoPage() {
  return (
    <Screen title="Book a demo">
      <div css={stackCss}>
        <p>In half an hour, someone from our team shows you the portal and answers your questions.</p>
        <ul>
          <li>Choose a working day, two days ahead or later, and a time between 10:00 and 18:00 IST.</li>
          <li>We reach you by the mobile number or e-mail address of your profile.</li>
          <li>A demo shows how the portal works. Nobody will tell you what to buy or sell.</li>
        </ul>
        <BookDemo kind="primary" />
        <p>Your bookings are in the same window. You can move or cancel them there until they begin.</p>
      </div>
    </Screen>
  );
}
