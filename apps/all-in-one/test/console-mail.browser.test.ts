import { describeWithProgram, eventually, hostileHtml } from '@parley/testkit';
import { type SmtpServer, startSmtpServer } from '@parley/testkit/smtp';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import type { Customer } from './mesh.ts';

const pixel = 'https://pixel.example/seen.png';
const html = `<h1>My order</h1><p style="color: rgb(200, 0, 0)">Where is <b>it</b>?</p><img src="${pixel}" alt="logo">
<script>parent.document.title = 'taken'</script><p onclick="top.location = '/'">Press</p>
<form action="/console/"><button>Send</button></form><div class="gmail_quote">On Monday you wrote:<blockquote>Earlier</blockquote></div>`;

function mailTo(address: string, subject: string): string {
  const headers = {
    ...{ From: 'Vera Rubin <vera@customer.example>', To: `${address}, colleague@customer.example` },
    ...{ Cc: 'boss@customer.example', Subject: subject, 'Message-ID': `<${crypto.randomUUID()}@customer.example>` },
    ...{ 'MIME-Version': '1.0', 'Content-Type': 'multipart/alternative; boundary=b' },
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = 'Where is it?\n\nOn Mon, 2 Nov 2026 at 10:00, Shop <help@shop.example> wrote:\n> Earlier\n';
  const part = (type: string, body: string) => ['--b', `Content-Type: ${type}; charset=utf-8`, '', body];
  return [...head, '', ...part('text/plain', text), ...part('text/html', html), '--b--', ''].join('\r\n');
}

describeWithProgram('chromium', 'mail in conversations of the console', () => {
  let site: ConsoleBrowser;
  let ada: Customer;
  let smtp: SmtpServer;
  let box: { _id: string; secret: string; address: string };

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const mail = { OUTBOUND_ALLOW: '127.0.0.1', MAIL_PORTS: String(smtp.port), MAIL_GROUP: '100ms' };
    site = await ConsoleBrowser.start({ DEMO: 'true', ...mail });
    ada = await site.customer('ada');
    const outbound = { type: 'smtp', host: '127.0.0.1', port: smtp.port, secure: 'none' };
    const signature = 'Your *shop* team';
    const body = { address: 'mail@shop.example', name: 'Shop', signature, inbound: { type: 'webhook' }, outbound };
    box = (await ada.call('POST', path('mailboxes'), body)).body;
  }, 120_000);
  checkPagesOf(() => site);
  afterAll(() => smtp?.stop());

  const path = (rest: string) => `/${site.projectId}/${rest}`;

  /** A customer writes; the conversation that it becomes, in the console. */
  async function opened(subject: string): Promise<Page> {
    const { status } = await fetch(`${site.mesh.url}/v3/mail/inbound/${box._id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${box.secret}`, 'content-type': 'message/rfc822' },
      body: mailTo(box.address, subject),
    });
    expect(status).toBe(200);
    // The first mail starts the parser.
    const requestId = await eventually(
      async () => {
        const { body } = await ada.call('GET', path(`mailboxes/${box._id}/inbound?state=routed`));
        const mail = body.mails.find((one: { subject?: string }) => one.subject === subject);
        expect(mail).toMatchObject({ state: 'routed' });
        return mail.request_id;
      },
      { timeoutMs: 60_000 },
    );
    return site.open('ada', `inbox/all/${requestId}`);
  }

  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: /reply/i }).fill(text);
    await page.keyboard.press('Control+Enter');
  };

  it('shows the HTML of a mail in a frame that runs and reaches nothing, and loads images only when asked', async () => {
    const page = await opened('Frame');
    const log = page.getByRole('log');
    await log.getByText('Where is it?').waitFor();
    expect(await log.getByText('Earlier').count()).toBe(0);
    await log.getByRole('button', { name: 'Show quoted text' }).click();
    await log.getByText('Earlier').waitFor();

    const before = page.url();
    await log.getByRole('button', { name: 'Show formatted' }).click();
    const frame = page.frameLocator('iframe[title="Original email"]');
    await frame.getByRole('heading', { name: 'My order' }).waitFor();
    await frame.getByText('Press').click();
    const inside = page.frames().find((one) => one.url().includes('mail-frame')) ?? page.mainFrame();
    const reached = await inside.evaluate(`(async () => {
      const tried = (work) => Promise.resolve().then(work).then(() => 'reached', () => 'refused');
      return {
        parent: await tried(() => parent.document.title),
        storage: await tried(() => localStorage.length),
        network: await tried(() => fetch('/v3/users')),
        scripts: document.body.querySelectorAll('script, form, [onclick]').length,
        origin: self.origin,
      };
    })()`);
    expect(reached).toEqual({ parent: 'refused', storage: 'refused', network: 'refused', scripts: 0, origin: 'null' });
    expect([page.url(), await page.title()]).not.toContain('taken');
    expect(page.url()).toBe(before);
    // Refusals of the frame's policy.
    site.faults = site.faults.filter((fault) => !fault.includes('Content Security Policy'));
    expect(site.faults).toEqual([]);

    await page.route(pixel, (route) => route.fulfill({ contentType: 'image/png', body: '' }));
    const asked = page.waitForRequest(pixel);
    await log.getByRole('button', { name: 'Load images' }).click();
    await asked;
    site.faults = site.faults.filter((fault) => fault !== pixel);
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('runs and loads nothing of hostile mails in the frame of the console', async () => {
    const post = async (body: string, nth: number) => {
      const head = `From: v${nth}@hostile.example\r\nTo: ${box.address}\r\nSubject: hostile\r\nContent-Type: text/html; charset=utf-8`;
      const { status } = await fetch(`${site.mesh.url}/v3/mail/inbound/${box._id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${box.secret}`, 'content-type': 'message/rfc822' },
        body: `${head}\r\n\r\n${body}`,
      });
      expect(status).toBe(200);
    };
    await Promise.all(hostileHtml.map(post));
    const routed = await eventually(
      async () => {
        const { body } = await ada.call('GET', path(`mailboxes/${box._id}/inbound?state=routed&limit=200`));
        const mails = body.mails.filter(({ subject }: { subject?: string }) => subject === 'hostile');
        expect(mails).toHaveLength(hostileHtml.length);
        return mails as { request_id: string; message: string }[];
      },
      { timeoutMs: 60_000, everyMs: 250 },
    );
    const shown = await Promise.all(
      routed.map(({ request_id, message }) => ada.call('GET', path(`requests/${request_id}/messages/${message}/html`))),
    );
    const mails = shown.filter(({ status }) => status === 200).map(({ body }) => String(body));
    expect(mails.length).toBeGreaterThan(hostileHtml.length / 2);

    // A page of the console that follows no conversations.
    const page = await (await site.newContext()).newPage();
    await page.addInitScript(`globalThis.__ran = () => top.postMessage('ran', '*')`);
    await page.goto(`${site.origin}/console/signin`);
    // As the console shows it: the frame says its height once its HTML is laid out. Twice: by then, what the first has begun has ended.
    const heard = (await page.evaluate(`(async () => {
      let ran = 0;
      addEventListener('message', ({ data }) => data === 'ran' && ran++);
      const show = (html) => new Promise((resolve) => {
        let times = 0;
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-scripts allow-popups';
        // In view: a browser draws no frame of another origin that is out of it.
        frame.style.cssText = 'position: fixed; top: 0; left: 0';
        frame.src = '/console/mail-frame.html';
        addEventListener('message', ({ data, source }) => {
          if (source !== frame.contentWindow) return;
          times += typeof data === 'number' ? 1 : 0;
          if (times === 2) resolve();
          else source.postMessage(html, '*');
        });
        document.body.append(frame);
      });
      const shown = await Promise.all(${JSON.stringify(mails)}.map(show));
      return { ran, shown: shown.length };
    })()`)) as { ran: number; shown: number };
    expect(heard).toEqual({ ran: 0, shown: mails.length });
    // What they load of other origins is a fault of the page.
    expect(site.faults).toEqual([]);
  }, 120_000);

  it('answers to all when that is wanted, says when the mail has left, and why one has not', async () => {
    const page = await opened('Answer');
    const strip = page.getByRole('region', { name: 'Email', exact: true });
    await strip.getByText('vera@customer.example').waitFor();
    await strip.getByText('mail@shop.example').waitFor();
    const cc = strip.getByRole('button', { name: 'Remove boss@customer.example' });
    await cc.waitFor();
    await cc.click();
    await strip.getByRole('button', { name: 'Reply to all' }).waitFor();
    await strip.getByRole('button', { name: 'Reply to all' }).click();
    await cc.waitFor();

    await page.getByRole('row', { name: /Email Answer Where is it\?/ }).waitFor();
    await page.getByRole('region', { name: 'Signature' }).getByText('Your shop team').waitFor();
    await page.getByText('Note', { exact: true }).click();
    await page.getByRole('region', { name: 'Signature' }).waitFor({ state: 'detached' });
    await cc.waitFor({ state: 'hidden' });
    await page.getByText('Reply', { exact: true }).click();

    await say(page, 'It leaves today.');
    await page.getByText('Sent by email').waitFor();
    await eventually(() =>
      expect(smtp.mails.at(-1)?.to.toSorted()).toEqual([
        'boss@customer.example',
        'colleague@customer.example',
        'vera@customer.example',
      ]),
    );

    expect(smtp.mails.at(-1)?.text).toContain('Your shop team');

    await strip.getByRole('button', { name: 'Reply to sender only' }).click();
    await strip.getByRole('button', { name: 'Reply to all' }).waitFor();
    smtp.faults.push({ at: 'to', answer: 550, text: '5.1.1 no such user' });
    await say(page, 'Once more.');
    const failure = page.getByRole('log').getByRole('alert');
    await failure.getByText('Not delivered. The server refused the email or its recipient.').waitFor();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await eventually(() => expect(smtp.mails.at(-1)?.text).toContain('Once more.'));
    expect(smtp.mails.at(-1)?.to).toEqual(['vera@customer.example']);
    await eventually(async () => expect(await page.getByRole('log').getByRole('alert').count()).toBe(0));
  });

  it('hands out the mail as it came', async () => {
    const page = await opened('Original');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('log').getByRole('button', { name: 'Download original' }).click(),
    ]);
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    expect(bytes).toContain('Subject: Original\r\n');
  });

  it('begins a conversation by mail, with copies, and asks for an address where there is none', async () => {
    const page = await site.open('ada', 'inbox/all');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = page.getByRole('dialog', { name: 'New conversation' });
    await dialog.getByLabel('Channel').selectOption({ label: 'Email from mail@shop.example' });
    await dialog.getByRole('combobox', { name: 'Contact' }).fill('Paul Nomail');
    await dialog
      .getByRole('option', { name: /Paul Nomail/ })
      .first()
      .click();
    await dialog.getByLabel('Subject').fill('Your return');
    await dialog.getByLabel('Message').fill('It has arrived.');
    await dialog.getByRole('button', { name: 'Start conversation' }).click();
    await dialog.getByText('Choose a contact with an email address.').waitFor();
    await dialog.getByLabel('Email').fill('grace@customer.example');
    await dialog.getByLabel('Cc').fill('hopper@customer.example');
    await dialog.getByRole('button', { name: 'Start conversation' }).click();

    await page.getByRole('log').getByText('It has arrived.').waitFor();
    await page.getByText('Sent by email').waitFor();
    const mail = smtp.mails.at(-1);
    expect(mail?.to.toSorted()).toEqual(['grace@customer.example', 'hopper@customer.example']);
    expect(mail?.text).toMatch(/^Subject: Your return/m);
  });
});
