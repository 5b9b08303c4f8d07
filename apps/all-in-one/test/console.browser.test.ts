import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook, keptBy } from './console-page.ts';
import { Customer, newRequestId } from './mesh.ts';

describeWithProgram('chromium', 'the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;

  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  beforeEach(async () => {
    context = await newContext();
  });
  checkPagesOf(() => app);

  const newContext = () => app.newContext({ viewport: { width: 1440, height: 900 } });
  const inbox = (view: string) => app.address(`inbox/${view}`);

  async function signedIn(place = inbox('all')): Promise<Page> {
    const page = await app.signIn(context, app.person('ada'));
    await page.goto(place);
    return page;
  }

  /** A visitor of the demo shop with a conversation of their own, and more of them. */
  async function newVisitor(name: string) {
    const id_project = app.projectId;
    const { body } = await new Customer(app.mesh.url).call('POST', '/auth/signinAnonymously', {
      id_project,
      firstname: name,
    });
    const visitor = new Customer(app.mesh.url, body.token);
    const newRequest = () => {
      const id = newRequestId(id_project);
      const path = `/${id_project}/requests/${id}/messages`;
      const send = (message: object) => visitor.call('POST', path, message);
      return {
        id,
        send,
        say: (text: string) => send({ text }),
        texts: async () => (await visitor.call('GET', path)).body.map(({ text }: { text: string }) => text) as string[],
      };
    };
    return { ...newRequest(), newRequest };
  }

  it('is signed in by the link that the start prints, once', async () => {
    const page = await context.newPage();
    await page.goto(app.mesh.consoleLink ?? '');
    await page.getByRole('row', { name: /Vera/ }).waitFor();
    expect(page.url()).not.toContain('code');

    const other = await newContext();
    const stranger = await other.newPage();
    await stranger.goto(app.mesh.consoleLink ?? '');
    await stranger.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    expect(stranger.url()).not.toContain('code');
    await other.close();
  });

  it('leads on from the links of mails', async () => {
    const page = await context.newPage();
    await page.goto(`${app.origin}/#/forgotpsw`);
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  });

  it('keeps no token where scripts of a page could find it later', async () => {
    const emil = await newVisitor('Emil');
    await emil.say('Hello');
    const tokens: Promise<string | undefined>[] = [];
    context.on('response', (response) => {
      const isOfSession = /\/v3\/auth\/session(\/token)?$/.test(new URL(response.url()).pathname) && response.ok();
      if (isOfSession) tokens.push(response.json().then(({ token }) => token?.replace('JWT ', '')));
    });
    const page = await signedIn();
    await page.getByRole('row', { name: /Emil/ }).click();
    const box = page.getByRole('textbox', { name: 'Reply to Emil' });
    // So that there is something to search: an unsent message, and a draft.
    await page.route(/\/messages$/, (route) => route.abort());
    await box.fill('Not sent yet');
    await box.press('Enter');
    await box.fill('Half a sen');
    await eventually(async () => expect((await keptBy(page)).records).toHaveLength(2));
    await page.reload();
    await box.waitFor();

    const kept = await keptBy(page);
    expect(kept.cookie).toBe('');
    expect(Object.keys(kept.local)).toEqual(['parley-console-preferences']);
    expect(Object.keys(kept.session).filter((name) => !name.startsWith('tsr-'))).toEqual([]);
    expect(kept.caches).toEqual([]);
    const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory');
    const text = JSON.stringify([kept, entries]);
    expect(text).toContain('Half a sen');
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    // By the form, by loading the inbox, and by loading it again.
    const given = [...(await Promise.all(tokens)), ...(await context.cookies()).map(({ value }) => value)];
    // The answer to a first visit has none.
    const secrets = given.filter((secret) => secret !== undefined);
    expect(secrets.filter((secret) => secret.length > 20).length).toBeGreaterThanOrEqual(4);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('shows and announces what a visitor writes at once, and sends the answer', async () => {
    const nora = await newVisitor('Nora');
    await nora.say('Is my order **on its way**?');
    const page = await signedIn();
    const row = page.getByRole('row', { name: /Nora/ });
    await row.getByText('1 unread').waitFor();
    await row.click();
    await page.getByRole('log').getByText('on its way', { exact: true }).waitFor();
    await row.getByText('1 unread').waitFor({ state: 'detached' });

    await page.getByRole('textbox', { name: 'Reply to Nora' }).fill('Yes, it is.');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Yes, it is.').waitFor();
    await eventually(async () => expect(await nora.texts()).toEqual(['Is my order **on its way**?', 'Yes, it is.']));

    await page.evaluate(noteAnnouncements);
    const announced = () => page.evaluate<string[]>('announced');
    await nora.say('Thank you');
    await page.getByRole('log').getByText('Thank you').waitFor();
    await row.getByText('Thank you').waitFor();
    await eventually(async () => expect(await announced()).toEqual(['Nora: Thank you']));
    // The same words again are another message; the agent's own are not read to them.
    await nora.say('Thank you');
    await eventually(async () => expect(await announced()).toEqual(['Nora: Thank you', 'Nora: Thank you']));
    await page.getByRole('textbox', { name: 'Reply to Nora' }).fill('You are welcome.');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('You are welcome.').waitFor();
    await nora.say('Bye');
    await eventually(async () => expect((await announced()).slice(2)).toEqual(['Nora: Bye']));
  });

  it('sends each message once and in order when answers are cut and the page is loaded again', async () => {
    const paul = await newVisitor('Paul');
    await paul.say('Hello');
    const page = await signedIn();
    await page.getByRole('row', { name: /Paul/ }).first().click();
    const box = page.getByRole('textbox', { name: 'Reply to Paul' });
    await box.waitFor();
    let cuts = 6;
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() !== 'POST' || cuts === 0) return route.continue();
      cuts -= 1;
      // Stored, but the page never receives the answer.
      if (cuts % 2 === 0) await route.fetch();
      return route.abort();
    });
    for (const text of ['one', 'two', 'three']) {
      await box.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.reload();

    await eventually(async () => expect(await paul.texts()).toEqual(['Hello', 'one', 'two', 'three']));
    await page.getByRole('log').getByText('three').waitFor();
    await eventually(async () => expect(await page.locator('[data-state]').count()).toBe(0));
  });

  it('keeps a draft over switching and loading again, in its conversation alone', async () => {
    const page = await signedIn();
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.getByRole('textbox', { name: 'Reply to Vera' }).fill('Dear Vera, half a sen');
    // The first words that this browser keeps at all.
    await page.reload();
    await page.getByRole('row', { name: /Mina/ }).click();
    const other = page.getByRole('textbox', { name: 'Reply to Mina' });
    await other.waitFor();
    expect(await other.inputValue()).toBe('');

    await page.reload();
    await page.getByRole('row', { name: /Vera.*Draft/ }).click();

    const box = page.getByRole('textbox', { name: 'Reply to Vera' });
    await box.waitFor();
    expect(await box.inputValue()).toBe('Dear Vera, half a sen');
    await box.fill('');
    await page.getByRole('row', { name: /Vera.*Draft/ }).waitFor({ state: 'detached' });
  });

  it('shows whatever people, bots and settings say as text, and runs and loads nothing of it', async () => {
    const id = app.projectId;
    const owner = await app.customer('ada');
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await owner.call(method, `/${id}${path}`, body);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const name = `${element}\u202E`;
    const mallory = await newVisitor(name);
    await mallory.say('An earlier question');
    await call('PATCH', `/requests/${mallory.id}`, { subject: markup });
    const { lead } = await call('GET', `/requests/${mallory.id}`);
    const request = await mallory.newRequest();
    for (const text of corpus) await request.say(text);
    const foreign = { src: 'https://evil.example/a', name, width: 9, height: 9 };
    for (const type of ['image', 'frame', 'file', 'video']) await request.send({ type, text: '', metadata: foreign });
    await request.send({ type: 'html', text: markup });
    await call('PATCH', `/requests/${request.id}`, { sourcePage: 'javascript://evil.example/%0aalert(1)' });
    await call('PUT', `/requests/${request.id}/tag`, [{ tag: element }]);
    await call('POST', `/requests/${request.id}/notes`, { text: markup });
    await call('PUT', `/leads/${lead._id}`, { attributes: { [element]: markup }, company: element, tags: [element] });
    await call('POST', '/labels', { lang: 'EN', data: { WELCOME_TITLE: unsafeLinks } });
    const bot = await call('POST', '/bots', { name: element });
    const { _id: intent } = await call('POST', '/faq', {
      ...{ id_faq_kb: bot._id, intent_display_name: 'trap', question: markup },
      answer: `${markup}\n\ntdImage:https://evil.example/a.png\n* ${element} tdLink:javascript:alert(1)`,
    });

    const page = await signedIn(inbox(`all/${request.id}`));
    page.on('dialog', () => app.faults.push('a script ran'));
    page.on('request', (made) => {
      const isOurs = /^(?:data|blob):|\/(?:console|v3)\//.test(made.url());
      if (!isOurs || made.frame() !== page.mainFrame()) app.faults.push(made.url());
    });
    const shows = async (...texts: string[]) => {
      for (const text of texts) await eventually(async () => expect(await page.evaluate(words)).toContain(text));
      expect(await page.evaluate<string[]>(whatRuns)).toEqual([]);
    };
    await shows(...corpus, `${element}⟨U+202E⟩`);
    expect(await page.getByRole('log').getByText('evil.example', { exact: false }).count()).toBeGreaterThanOrEqual(4);
    await page.getByRole('complementary').getByText(markup).first().waitFor();
    await shows(element, markup);
    await page.goto(`${app.origin}/console/${id}/contacts/${lead._id}`);
    await shows(`${element}⟨U+202E⟩`, markup, element);
    await page.goto(`${app.origin}/console/${id}/settings/labels?q=WELCOME_TITLE`);
    await page.getByLabel('WELCOME_TITLE, EN', { exact: true }).waitFor();
    expect(await page.getByLabel('WELCOME_TITLE, EN', { exact: true }).inputValue()).toBe(unsafeLinks);
    await page.goto(`${app.origin}/console/${id}/bots/${bot._id}/intents?intent=${intent}`);
    await page.getByRole('region', { name: 'Preview' }).getByText('evil.example').first().waitFor();
    await shows(element, markup);
  }, 60_000);

  it('has no fault that axe finds, in both themes, at 1280 and 320 px, with a dialog open and an error shown', async () => {
    const page = await signedIn();
    await page.getByRole('row', { name: /Vera/ }).waitFor();
    expect(['list', await faultsInEveryLook(page)]).toEqual(['list', []]);
    await page.goto(`${app.origin}/console/projects`);
    await page.getByRole('heading', { name: 'Choose a project' }).waitFor();
    expect(['projects', await faultsInEveryLook(page)]).toEqual(['projects', []]);
    await page.goto(inbox('all'));
    await page.getByRole('row', { name: /Vera/ }).click();
    const composer = page.getByRole('textbox', { name: 'Reply to Vera' });
    await composer.waitFor();
    expect(['conversation', await faultsInEveryLook(page)]).toEqual(['conversation', []]);

    const problem = { status: 422, code: 'validation_failed', msg: 'Refused.', requestId: 'r' };
    await page.route(/\/messages$/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 422, json: problem }) : route.continue(),
    );
    await composer.fill('Hello');
    await composer.press('Enter');
    await page.getByText('Not sent: Refused.').waitFor();
    expect(['error', await faultsInEveryLook(page)]).toEqual(['error', []]);
    await composer.press('Escape');
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    expect(['dialog', await faultsInEveryLook(page)]).toEqual(['dialog', []]);
  }, 60_000);
});

/** Scripts, handlers, addresses that run, elements that load, characters that turn the direction. */
const element = '<img src=https://evil.example/a.png onerror=alert(1)>';
const unsafeLinks = '[x](javascript:alert(1)) [y](data:text/html,z) javascript:alert(1)';
const corpus = [
  element,
  unsafeLinks,
  '<script>alert(1)</script>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<base href=https://evil.example/> <iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'an invoice\u202Efdp.exe',
];
const markup = corpus.join(' ');

/** Runs in the page: what a screen reader reads of the thread, from here on. */
const noteAnnouncements = `globalThis.announced = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.nodeType === 3) announced.push(target.data);
      else for (const { textContent } of addedNodes) announced.push(textContent);
  }).observe(document.querySelector('[role="log"]').closest('section').querySelector('[aria-live="polite"].sr-only'), {
    childList: true, characterData: true, subtree: true });`;

/** Runs in the page: all that stands there, in fields, too. */
const words = `[
  document.querySelector('#content').textContent,
  ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
].join('\\n')`;

/** Runs in the page: elements that a text has made, and links that lead where none may. */
const whatRuns = `[
  ...[...document.body.querySelectorAll('script, iframe, frame, object, embed, base, [onload], [onerror], img[src^="http"]')],
  ...[...document.links].filter(({ protocol }) => !/^(?:https?|mailto|tel):$/.test(protocol)),
].map(({ outerHTML }) => outerHTML)`;
