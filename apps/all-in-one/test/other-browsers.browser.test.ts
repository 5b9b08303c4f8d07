import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describeWithProgram, eventually } from '@parley/testkit';

import { DrivenPage, type Driver, keys } from './browsers/driven-page.ts';
import { startFirefox } from './browsers/firefox.ts';
import { hiddenShare, openScreen, pictureOfPng, pngOf, type Screen } from './browsers/screen.ts';
import { startWebKit } from './browsers/webkit.ts';
import { screens } from './console-screens.ts';
import { buildPages } from './host-site.ts';
import { Customer, newRequestId, startMesh, type TestMesh } from './mesh.ts';
import { png } from './widget-browser.ts';

const browsers = [
  ['Firefox', 'firefox-esr', startFirefox],
  ['WebKit', 'WebKitWebDriver', startWebKit],
] as const;

/** A dialog covers several per cent, and most of them darken the rest; a blinking caret is a hundredth of one. */
const hiddenAtMost = 0.005;

// Headless browsers refuse credentials dialogs and the like in silence, so these have windows.
describeWithProgram('Xvfb', 'on a screen', () => {
  let mesh: TestMesh;
  let ada: Customer;
  let projectId: string;
  beforeAll(async () => {
    buildPages();
    mesh = await startMesh({ DEMO: 'true', RATE_LIMIT_FACTOR: '1000', AUTH_LIMIT_FACTOR: '1000' });
    projectId = mesh.demo?.projectId ?? '';
    const { body } = await new Customer(mesh.url).call('POST', '/auth/signin', owner());
    ada = new Customer(mesh.url, body.token);
  }, 120_000);
  afterAll(() => mesh?.stop());

  const owner = () => mesh.demo?.people.find(({ email }) => email.startsWith('ada@')) ?? { email: '', password: '' };
  const origin = () => `http://localhost:${new URL(mesh.url).port}`;

  /** A visitor of the demo shop, who has begun a conversation. */
  async function newVisitor(firstname: string) {
    const { body } = await new Customer(mesh.url).call('POST', '/auth/signinAnonymously', {
      id_project: projectId,
      firstname,
    });
    const visitor = new Customer(mesh.url, body.token);
    const id = newRequestId(projectId);
    const path = `/${projectId}/requests/${id}/messages`;
    const say = (text: string) => visitor.call('POST', path, { text });
    await say('Hello');
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as a customer's own code would, without our types.
    const messages = async (): Promise<any[]> => (await visitor.call('GET', path)).body;
    return { id, say, messages };
  }

  describe.each(browsers)('%s', (name, program, start) => {
    describeWithProgram(program, 'shows', () => {
      let screen: Screen;
      let driver: Driver;
      let page: DrivenPage;
      beforeAll(async () => {
        screen = await openScreen();
        driver = await start(screen);
        page = new DrivenPage(driver);
      }, 60_000);
      afterAll(async () => {
        await driver?.stop();
        await screen?.close();
      });
      afterEach(() => expect(driver.faults.splice(0)).toEqual([]));

      const consoleAt = (path: string) => `${origin()}/console/${path}`;
      const inProject = (path: string) => consoleAt(`${projectId}/${path}`);

      /** On the screen stands what is in the page: the browser shows nothing over it. */
      async function expectNothingOver(): Promise<void> {
        await eventually(
          async () => {
            const top = await page.evaluate<number>('outerHeight - innerHeight');
            const [shown, drawn] = await Promise.all([screen.picture(), driver.screenshot().then(pictureOfPng)]);
            const share = hiddenShare(shown, drawn, top);
            if (share > hiddenAtMost) {
              const file = join(process.env.PARLEY_SCREENS ?? screen.folder, `${name}.png`);
              await writeFile(file, await pngOf(shown));
              throw new Error(`${Math.round(share * 100)} % of the page is covered or differs: ${file}`);
            }
          },
          { timeoutMs: 10_000, everyMs: 200 },
        );
      }

      it('the sign-in at a first visit, and nothing over it', async () => {
        await page.open(`${origin()}/console`);
        await page.find('button', 'Sign in');
        await expectNothingOver();
      }, 60_000);

      it('each screen of the console', async () => {
        await page.fill('input', 'Email address', owner().email);
        await page.fill('input', 'Password', owner().password);
        await page.click('button', 'Sign in');
        await page.find('h1, h2', 'Choose a project');
        for (const [path] of screens) {
          await page.open(inProject(path));
          await page.find('#content h1, #content h2');
          expect([path, await page.text()]).toEqual([path, expect.not.stringContaining('Something went wrong')]);
        }
        await expectNothingOver();
      }, 180_000);

      it('a message live, and sends the answer with a file, whose draft outlives a reload', async () => {
        const visitor = await newVisitor('Nora');
        await page.open(inProject(`inbox/all/${visitor.id}`));
        await page.find('textarea, [role=textbox]', 'Reply to Nora');
        await visitor.say('Is my order on its way?');
        await page.shows('Is my order on its way?');

        await page.fill('textarea, [role=textbox]', 'Reply to Nora', 'Yes, it is.');
        await page.press(keys.Enter);
        await eventually(async () => expect((await visitor.messages()).at(-1).text).toBe('Yes, it is.'));

        await page.type('Here is the');
        const isKept = async () =>
          expect(await page.find('textarea, [role=textbox]', 'Reply to Nora')).toMatchObject({ value: 'Here is the' });
        await eventually(isKept);
        await page.open(inProject('inbox/all'));
        await page.open(inProject(`inbox/all/${visitor.id}`));
        await eventually(isKept);

        const receipt = join(screen.folder, 'receipt.txt');
        await writeFile(receipt, '12.50');
        await page.upload(receipt);
        await page.find('button', 'Remove receipt.txt');
        await page.fill('textarea, [role=textbox]', 'Reply to Nora', ' receipt');
        await page.press(keys.Enter);
        await eventually(async () =>
          expect((await visitor.messages()).slice(-2)).toMatchObject([
            { type: 'file', metadata: { name: 'receipt.txt' } },
            { text: 'Here is the receipt' },
          ]),
        );
        await page.find('a, button', /receipt\.txt/);
        await expectNothingOver();
      }, 120_000);

      it('from right to left what reads from right to left', async () => {
        await page.open(`${inProject('inbox/all')}?lang=ar-XB`);
        await page.find('[role=row]', /Nora/);
        expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await expectNothingOver();
      }, 60_000);

      it('our own dialog, and nothing over it, when the session has ended elsewhere', async () => {
        const { body: history } = await ada.call('GET', '/jwt/history');
        for (const { _id, method } of history)
          if (method === 'session') await ada.call('DELETE', `/jwt/history/id/${_id}`);
        await page.find('[role=dialog] button', 'Sign in');
        await expectNothingOver();
        await page.fill('[role=dialog] input', 'Password', owner().password);
        await page.press(keys.Enter);
        await eventually(async () => expect(await page.evaluate('document.querySelector("[role=dialog]")')).toBeNull());
        await page.find('[role=row]', /Nora/);
      }, 60_000);

      it('a visitor’s day in the demo shop', async () => {
        await page.open(`${origin()}/demo`);
        await page.click('.launcher');
        await page.click('.start-card .primary');
        await page.click('.topics button', 'Sales');
        const question = `Do you sell ink? (${name})`;
        await page.fill('.composer textarea', '', question);
        await page.press(keys.Enter);
        const mine = (one: { first_text: string }) => one.first_text === question;
        const found = await eventually(async () => {
          const { body } = await ada.call('GET', `/${projectId}/requests?status=all`);
          const request = body.requests.find(mine);
          if (!request) throw new Error('not there yet');
          return request;
        });
        const path = `/${projectId}/requests/${found.request_id}`;
        await ada.call('POST', `${path}/participants`, { member: found.id });
        await ada.call('POST', `${path}/messages`, { text: 'Yes, blue and black.' });
        await page.shows('Yes, blue and black.');

        const picture = join(screen.folder, 'pixel.png');
        await mkdir(screen.folder, { recursive: true });
        await writeFile(picture, png);
        await page.upload(picture);
        // Disabled until the picture is there.
        await eventually(async () => expect((await page.find('.composer .send:enabled')).isOnTop).toBe(true));
        await page.click('.composer .send:enabled');
        await page.find('button', 'Image: pixel.png');
        await page.open(`${origin()}/demo`);
        await page.shows('Yes, blue and black.');
        await expectNothingOver();

        await page.click('button', 'Options');
        await page.click('.menu button', 'Close chat');
        await page.click('.rating label:last-child');
        await page.click('.rating button', 'Send');
        await page.shows('We have received your rating.');
        await eventually(async () =>
          expect((await ada.call('GET', path)).body).toMatchObject({ status: 1000, rating: 5 }),
        );
      }, 120_000);

      it('home and reference, and nothing over them', async () => {
        for (const path of ['/home', '/docs']) {
          await page.open(origin() + path);
          await page.find('h1, h2');
          await expectNothingOver();
        }
      }, 60_000);
    });
  });
});
