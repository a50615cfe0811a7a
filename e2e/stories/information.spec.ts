import { expect, signedIn, signIn, test as story } from '../support/story.ts';

story('FAQs answer what I ask, by search and by link (S1-FEAT-09, S2.3-RETAIL-02)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveURL(`${stack.portal}/retail-side/faq`);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  const answer = page.getByText('You place and confirm every order yourself');
  await expect(answer).toBeHidden();
  await page.getByText('Do you trade for me?').click();
  await expect(answer).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('refund');
  await expect(page.getByText(/^\d+ of \d+ questions$/)).toBeVisible();
  await expect(page.getByText('Do you trade for me?')).toHaveCount(0);
});

story(
  'I find out what this is for me, as an investor or for a broker, and get on from there (S2.2-ROUTE-10, S2.2-ROUTE-11, S2.2-MENU-03)',
  async ({ page, stack }) => {
    await page.goto(`${stack.portal}/`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'For investors' }).click();
    await expect(page).toHaveURL(`${stack.portal}/retail-investors`);
    const body = page.locator('#module-mf-static-pages');
    await expect(body.getByRole('table', { name: /Plans/ })).toContainText('₹499');
    await expect(body.getByRole('link', { name: 'Sign up' })).toBeVisible();
    await body.getByText('I am a broker. Where do I begin?').click();
    await body.getByRole('link', { name: 'for business partners' }).click();
    await expect(page).toHaveURL(`${stack.portal}/business-partners`);
    await expect(body.getByRole('table', { name: 'What your customers see' })).toBeVisible();
    await expect(body.getByRole('region', { name: 'Widgets, live' }).getByText('RELIANCE').first()).toBeVisible();
    await body.getByRole('link', { name: 'Write to us' }).click();
    await body.getByLabel('Your name').fill('Asha Menon');
    await body.getByLabel('E-mail for the answer').fill('asha@broker.example');
    await body.getByLabel('Your message').fill('We are a broker in Kochi and would like to see the tiers with your people.');
    await body.getByRole('button', { name: 'Send message' }).click();
    await expect(body.getByText(/^V-[0-9A-Z]{8}$/)).toBeVisible();
    await page.goto(`${stack.portal}/dealers/expert-side/faq`);
    await expect(page).toHaveURL(`${stack.portal}/brokers/expert-side/faq`);
  },
);

story('Terms are readable without an account, each section by its link (S2.3-RETAIL-01)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/retail-side/terms-condition`);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
  const target = (await link.getAttribute('href'))!;
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${target}$`));
  await expect(page.locator(target)).toBeInViewport();
});

story('I keep what I agree to: terms and subscription agreement are files (S7-RT-11, S7-RT-12)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/retail-side/terms-condition`);
  for (const [name, path] of [
    ['Terms (PDF)', '/media/terms.pdf'],
    ['Subscription agreement (PDF)', '/media/subscription-agreement.pdf'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    expect((await download).url()).toBe(stack.portal + path);
    const file = await page.request.get(stack.portal + path);
    expect(file.headers()['content-type']).toBe('application/pdf');
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
});

story(
  'Every set of words can be read through without an account, each page under its own heading, and printed (S2.3-RETAIL-01…08, S2.3-ADV-01…08, S2.3-BRK-01…08, S2.3-BRK-A01)',
  async ({ page, stack }) => {
    const body = page.locator('#module-mf-static-pages');
    for (const [prefix, name] of [
      ['/retail-side', 'For investors'],
      ['/advisors/expert-side', 'For experts'],
      ['/brokers/expert-side', 'For brokers'],
    ] as const) {
      await page.goto(`${stack.portal}${prefix}/about-us`);
      const links = body.getByRole('navigation', { name }).getByRole('link');
      await expect(links).toHaveCount(8);
      const headings = new Set<string>();
      for (const [index, path] of (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))).entries()) {
        if (index > 0) await links.nth(index).click();
        await expect(page).toHaveURL(stack.portal + path);
        await expect(body.getByText(/^Responsible: .+ Source: .+/)).toBeVisible();
        headings.add((await body.getByRole('heading', { level: 1 }).textContent())!);
      }
      expect(headings.size).toBe(8);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(body.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
    await expect(body.getByText(/Version 1\.0\.0/)).toBeVisible();
    for (const gone of [body.getByRole('navigation', { name: /^(For|On)/ }), body.getByRole('button'), body.getByRole('searchbox')])
      await expect(gone.filter({ visible: true })).toHaveCount(0);
  },
);

story('Every page of words is open, is one page, and speaks of nobody else (S2.3-MISC-A01, S2.3-MISC-O01, S2.3-MISC-O02)', async ({ page, stack }) => {
  const headings = new Set<string>();
  for (const path of ['/retail-side/faq', '/retail-side/terms-condition', '/broker/disclaimer', '/vimarsh-compliance', '/widget-sa-disclaimer']) {
    await page.goto(stack.portal + path);
    const body = page.locator('#module-mf-static-pages');
    await expect(body.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveURL(stack.portal + path);
    headings.add((await body.getByRole('heading', { level: 1 }).textContent())!.trim());
    const words = await body.innerText();
    expect(words.length).toBeGreaterThan(1000);
    expect(words).not.toMatch(/zerodha|groww|upstox|angel one|lorem|\{product\}|undefined/i);
  }
  expect([...headings]).toEqual(['FAQs', 'Terms and conditions', 'Broker disclaimer', 'Compliance', 'Research disclaimer']);
});

story(
  'A broker’s disclaimer is open to all in its name, and among my screens once I am signed in (S2.1-GROUP-A03, S2.1-ROUTE-29, S2.2-ROUTE-14)',
  async ({ page, stack, demo }) => {
    const neem = stack.partnerHost('neem');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await page.goto(`${neem}/broker/disclaimer`);
    await expect(page.getByRole('region', { name: /Neem Securities and the research/ }).getByRole('listitem')).toHaveCount(4);
    await expect(navigation).toBeVisible();
    await page.goto(`${stack.portal}/broker-disclaimer`);
    await expect(page).toHaveURL(`${stack.portal}/login`);
    await signedIn(page, stack.portal, demo, 'free investor');
    await page.goto(`${stack.portal}/broker-disclaimer`);
    await expect(page.getByRole('region', { name: /The broker and the research/ }).getByRole('listitem')).toHaveCount(4);
    await expect(navigation).toBeVisible();
  },
);

story('What widgets link to stands alone, without our navigation (S2.2-ROUTE-18, S2.2-ROUTE-19, S2.2-ROUTE-20)', async ({ page, stack }) => {
  for (const [path, title] of [
    ['/widget-sa-disclaimer', 'Research disclaimer'],
    ['/widget-broker-disclaimer', 'Broker disclaimer'],
    ['/widget-vimarsh-compliance', 'Compliance'],
  ] as const) {
    await page.goto(stack.portal + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Investment in securities market are subject to market risks.').first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  }
});

story('The compliance page says who answers for the research and where to complain (S1-FEAT-08, S2.2-ROUTE-21)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/vimarsh-compliance`);
  await expect(page.getByRole('heading', { level: 1, name: 'Compliance' })).toBeVisible();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Complaints', exact: true }).click();
  await expect(page.getByText('SCORES').last()).toBeInViewport();
  await page.getByRole('link', { name: 'public ledger file' }).click();
  await expect(page.locator('body')).toContainText('"roots"');
});

story('Anyone may see the mood of the market (S1-SCOPE-09, S2.2-ROUTE-13)', async ({ page, stack, demo }) => {
  const seen = async () => {
    await page.goto(`${stack.portal}/market-sentiment`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Market sentiment/);
    await expect(page.getByText(/^\d+ of 100$/).first()).toBeVisible();
    await expect(page.getByRole('table', { name: /^Sentiment by sector/ }).getByRole('row')).not.toHaveCount(1);
  };
  await seen();
  await signIn(page, stack.portal, demo, 'free investor');
  await seen();
});

story('The widget’s own page shows the stock of its path or of its query (S2.2-ROUTE-17, S2.2-PARAM-07)', async ({ page, stack, demo }) => {
  const key = `broker_access_key=${demo.widget.access_key}`;
  for (const [address, stock] of [
    [`/market-sentiment-widget/INFY?${key}`, 'INFY'],
    [`/market-sentiment-widget?${key}&stock_code=TCS`, 'TCS'],
    [`/market-sentiment-widget?${key}`, 'NIFTY'],
  ] as const) {
    const asked = page.waitForRequest((request) => request.url().includes('/embed/v1/sentiment/'));
    await page.goto(stack.portal + address);
    expect(new URL((await asked).url()).pathname).toBe(`/embed/v1/sentiment/${stock}`);
    await expect(page.getByRole('region', { name: `Market sentiment of ${stock}` })).toBeVisible();
  }
});

story(
  'Before I trust an expert I look the number up in the register; the suspended stay in it (S2.2-ROUTE-22, S2.5-MENU-A05)',
  async ({ page, browser, stack, demo }) => {
    await page.goto(`${stack.portal}/vimarsh-compliance-experts`);
    const register = page.getByRole('table', { name: 'Register of experts' });
    await expect(register.getByRole('row')).toHaveCount(15);
    await page.getByRole('searchbox', { name: 'Search name, number or town' }).fill('jaipur');
    await expect(register.getByRole('row').last()).toContainText(/Udit Vyas.*Suspended/);
    await expect(page.getByText('1 of 14 experts')).toBeVisible();
    const desk = await (await browser.newContext()).newPage();
    for (const [at, who, path] of [
      [page, 'free investor', '/vimarsh-compliance'],
      [desk, 'verified expert', '/vimarsh-compliance-experts'],
    ] as const) {
      await signIn(at, stack.portal, demo, who);
      await at.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compliance' }).click();
      await expect(at).toHaveURL(stack.portal + path);
    }
    await desk.context().close();
  },
);

story(
  'I complain from my account, an admin answers, I read the answer where I wrote, and the public table counts it',
  async ({ page, browser, stack, demo }) => {
    await signIn(page, stack.portal, demo, 'free investor');
    await page.goto(`${stack.portal}/retail-side/contact-us`);
    await page.getByLabel('What is it about?').selectOption('A complaint');
    await page.getByLabel('Your message').fill('My plan ended a week too early. Please put that right.');
    await page.getByRole('button', { name: 'Send message' }).click();
    const [number] = /V-[0-9A-Z]{8}/.exec(await page.getByRole('status').filter({ hasText: 'We have your message.' }).innerText())!;
    const mine = page.getByRole('list', { name: 'Your messages' }).getByRole('listitem');
    await expect(mine).toContainText('Not answered yet');

    const desk = await (await browser.newContext()).newPage();
    await signIn(desk, stack.portal, demo, 'admin');
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click();
    const answer = desk.getByLabel(`Answer to ${number}`);
    await answer.fill('We looked into it and added the seven days.');
    await desk.locator('form').filter({ has: answer }).getByRole('button', { name: 'Send answer' }).click();
    await expect(answer).toHaveCount(0);
    await desk.context().close();

    await page.reload();
    await expect(mine).toContainText('We looked into it and added the seven days.');
    await page.goto(`${stack.portal}/vimarsh-compliance#complaints`);
    const month = page.getByRole('table', { name: 'Complaints by month' }).getByRole('row').nth(1);
    await expect(month.getByRole('cell')).toHaveText(['0', '1', '1', '0', '0', '0.0']);
  },
);
