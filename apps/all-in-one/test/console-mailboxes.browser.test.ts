import { describeWithProgram, eventually } from '@parley/testkit';
import { type SmtpServer, startSmtpServer } from '@parley/testkit/smtp';

import { checkPagesOf } from './checked-pages.ts';
import { axeFaults, ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'mailboxes in the console', () => {
  let site: ConsoleBrowser;
  let ada: Customer;
  let smtp: SmtpServer;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    site = await ConsoleBrowser.start({ DEMO: 'true', OUTBOUND_ALLOW: '127.0.0.1', MAIL_PORTS: String(smtp.port) });
    ada = await site.customer('ada');
  }, 120_000);
  checkPagesOf(() => site);
  afterAll(() => smtp?.stop());

  const path = (rest: string) => `/${site.projectId}/${rest}`;

  async function mailbox(address: string, more: object = {}) {
    const { port } = smtp;
    const outbound = { type: 'smtp', host: '127.0.0.1', port, secure: 'none' };
    const body = { address, name: 'Orders', inbound: { type: 'webhook' }, outbound, ...more };
    return (await ada.call('POST', path('mailboxes'), body)).body;
  }

  it('makes a mailbox in three steps, tries its server first, and shows its secret once', async () => {
    await mailbox('taken@shop.example');
    const page = await site.open('ada', 'settings/mailboxes');
    await page.getByRole('button', { name: 'New mailbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'New mailbox' });
    await dialog.getByLabel('Address').fill('taken@shop.example');
    await dialog.getByLabel('Name', { exact: true }).fill('Orders');
    await dialog.getByLabel('Forwarding only').check();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Webhook').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Mail server').check();
    await dialog.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Port').fill('1');
    await dialog.getByLabel('Encryption').selectOption('none');
    await dialog.getByRole('button', { name: 'Check and create' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Port').fill(String(smtp.port));
    await dialog.getByRole('button', { name: 'Check and create' }).click();
    // Another mailbox has this address: the first step says so.
    await eventually(async () => expect(await dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true'));
    await dialog.getByLabel('Address').fill('orders@shop.example');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Check and create' }).click();
    const secret = await page.getByRole('dialog', { name: 'New secret' }).locator('code').textContent();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('heading', { name: 'orders@shop.example' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const { body } = await ada.call('GET', path('mailboxes'));
    expect(body).toContainEqual(expect.objectContaining({ address: 'orders@shop.example', name: 'Orders' }));
  });

  it('says what is wrong with servers that were tried, and makes the mailbox when that is wanted', async () => {
    const page = await site.open('ada', 'settings/mailboxes');
    await page.getByRole('button', { name: 'New mailbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'New mailbox' });
    await dialog.getByLabel('Address').fill('late@shop.example');
    await dialog.getByLabel('Name', { exact: true }).fill('Late');
    await dialog.getByLabel('Another mail server').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Password', { exact: true }).last().fill('wrong');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Port').fill('465');
    await dialog.getByRole('button', { name: 'Check and create' }).click();
    await dialog.getByText('The server refused the connection. Check server and port.').first().waitFor();
    expect(
      (await ada.call('GET', path('mailboxes'))).body.map(({ address }: { address: string }) => address),
    ).not.toContain('late@shop.example');
    await dialog.getByRole('button', { name: 'Create anyway' }).click();
    await page.getByRole('heading', { name: 'late@shop.example' }).waitFor();
  });

  it('sends a test mail, and keeps signature and automatic reply', async () => {
    const { _id } = await mailbox('test@shop.example');
    const page = await site.open('ada', `settings/mailboxes/${_id}`);
    await page.getByLabel('Send a test email to').fill('me@customer.example');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Outgoing: works.').waitFor();
    expect(smtp.mails.at(-1)?.to).toEqual(['me@customer.example']);

    const form = page.getByRole('region', { name: 'Sending and receiving' });
    await form.getByLabel('Signature').fill('Your *Shop*');
    await form.getByLabel('Automatic reply').check();
    await form.getByLabel('Reply text').fill('We have it.');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    expect(await form.getByLabel('Signature').inputValue()).toBe('Your *Shop*');
    expect(await form.getByLabel('Reply text').inputValue()).toBe('We have it.');
    const { body } = await ada.call('GET', path(`mailboxes/${_id}`));
    expect(body.auto_reply).toEqual({ enabled: true, text: 'We have it.', once_per: 'request' });
    expect(await axeFaults(page)).toEqual([]);
  });

  it('mails visitors what they have not read, once an admin has said so', async () => {
    await mailbox('chat@shop.example');
    const page = await site.open('ada', 'settings/mailboxes');
    const transcripts = page.getByRole('region', { name: 'Unread replies by email' });
    await transcripts.getByLabel('Email visitors their unread messages').check();
    await transcripts.getByRole('button', { name: 'Save' }).click();
    await transcripts.getByText('Saved').waitFor();

    expect((await ada.call('GET', `/projects/${site.projectId}`)).body.settings.mail_transcripts).toBe('unread');
    expect(await axeFaults(page)).toEqual([]);
  });

  it('shows the DNS records to copy, and makes the key of signatures', async () => {
    const { _id } = await mailbox('dns@shop.example');
    const page = await site.open('ada', `settings/mailboxes/${_id}`);
    const dns = page.getByRole('region', { name: 'DNS records' });
    await dns.getByRole('button', { name: 'Create DKIM key' }).click();
    await dns.getByText(/^v=DKIM1; k=rsa; p=/).waitFor();
    expect(await dns.getByRole('button', { name: 'Create DKIM key' }).count()).toBe(0);
    await dns.getByText('v=DMARC1; p=none').waitFor();
  });

  it('lists every mail that came in, and hands out the original', async () => {
    const { _id, secret } = await mailbox('ledger@shop.example');
    const mail =
      'From: Vera <vera@customer.example>\r\nTo: ledger@shop.example\r\nSubject: The parcel\r\n\r\nHello\r\n';
    const posted = await fetch(`${site.mesh.url}/v3/mail/inbound/${_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body: mail,
    });
    expect(posted.status).toBe(200);
    // The first mail starts the parser.
    await eventually(
      async () => {
        const { body } = await ada.call('GET', path(`mailboxes/${_id}/inbound?state=routed`));
        expect(body.mails).toHaveLength(1);
      },
      { timeoutMs: 60_000 },
    );
    const page = await site.open('ada', `settings/mailboxes/${_id}`);
    const ledger = page.getByRole('region', { name: 'Received email' }).first();
    await ledger.getByRole('link', { name: 'Open conversation' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ledger.getByRole('button', { name: 'Download original' }).click(),
    ]);
    expect(Buffer.concat(await (await download.createReadStream()).toArray()).toString()).toBe(mail);
    await ledger.getByRole('link', { name: 'Open conversation' }).click();
    await page.getByRole('log').getByText('Hello').waitFor();
  });

  it('says why no mail comes in or leaves, since when, and what to do', async () => {
    const { _id } = await mailbox('failing@shop.example');
    const page = await site.open('ada', 'settings/mailboxes');
    await page.route(new RegExp(`/v3/\\w+/mailboxes/${_id}$`), async (route) => {
      const answer = await route.fetch();
      const error = { code: 'auth_failed', text: 'x' };
      const since = '2026-01-02T03:04:05.000Z';
      const outbound_error = { code: 'timeout', text: 'x' };
      const outgoing = { outbound: 'failing', outbound_since: since, outbound_error };
      const state = { inbound: 'failing', since, error, behind: 3, ...outgoing };
      await route.fulfill({ response: answer, json: { ...(await answer.json()), state } });
    });
    await page.goto(site.address(`settings/mailboxes/${_id}`));
    const alert = page.getByRole('alert').first();
    await alert.getByText(/No email has been received since .*2026/).waitFor();
    await alert.getByText(/Enter the current password under Change servers/).waitFor();
    await alert.getByText('3 emails are waiting to be processed.').waitFor();
    const other = page.getByRole('alert').last();
    await other.getByText(/No email has been sent since .*2026/).waitFor();
    await other.getByText('The server didn’t respond in time. Check server and port.').waitFor();
  });
});
