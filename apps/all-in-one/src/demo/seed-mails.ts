import { smtpTransport } from '@parley/outbound/mail';
import { pause } from '@parley/service-kit/concurrency';

import type { DemoClient } from './demo-client.ts';
import type { DemoProject } from './demo-project.ts';
import { type DemoMail, demoMails } from './mails.ts';
import { demoTags } from './open-conversations.ts';
import { demoMailbox } from './shop-settings.ts';

const lookMs = 200;
/** A name server that does not answer makes a mail wait. */
const routedMs = 30_000;
/** So long, answers may wait before they leave. */
const sentMs = 180_000;
/** Of the server that says that a mail could not be delivered. */
const postmaster = 'mailer-daemon@papermill.example';

/** Where mail comes in. */
export interface MailPlace {
  mailbox: string;
  /** Of SMTP. */
  port: number;
}

/** An answer that is to come back once it has left. */
export interface BouncingAnswer extends MailPlace {
  projectId: string;
  requestId: string;
  recipient: string;
}

/** Sends the mails of customers. They are conversations a moment later. */
export async function sendMails({ port }: MailPlace): Promise<void> {
  const transport = smtpTransport(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
  try {
    for (const { messageId, mail } of demoMails)
      await transport.deliver({ ...mail, id: messageId, messageId: `<${messageId}>`, to: demoMailbox.address });
  } finally {
    transport.close();
  }
}

/** Lets the team answer what has come in. @returns the answer that will come back */
export async function answerMails(project: DemoProject, place: MailPlace): Promise<BouncingAnswer | undefined> {
  const { api, id, team } = project;
  const owner = api.as(team.Ada.token);
  let bouncing: BouncingAnswer | undefined;
  for (const mail of demoMails) {
    const requestId = await routed(api, { id, token: team.Ada.token, mailbox: place.mailbox }, mail);
    if (requestId === undefined) continue;
    const request = `/${id}/requests/${requestId}`;
    const { agent, answer, tags, bounces } = mail;
    if (tags)
      await owner(
        'PUT',
        `${request}/tag`,
        tags.map((tag) => ({ tag, color: demoTags[tag] })),
      );
    if (!agent || answer === undefined) continue;
    const answering = team[agent];
    await owner('POST', `${request}/participants`, { member: answering.id });
    await api.as(answering.token)('POST', `${request}/messages`, { text: answer });
    if (bounces) {
      const { to } = await owner<{ to: string }>('GET', `${request}/mail`);
      bouncing = { ...place, projectId: id, requestId, recipient: to };
    }
  }
  return bouncing;
}

/** The request that a mail has become; none where it takes too long. */
async function routed(
  api: DemoClient,
  { id, token, mailbox }: { id: string; token: string; mailbox: string },
  { messageId }: DemoMail,
): Promise<string | undefined> {
  type Ledger = { mails: { message_id?: string; request_id?: string }[] };
  const until = Date.now() + routedMs;
  while (Date.now() < until) {
    const { mails } = await api.call<Ledger>('GET', `/${id}/mailboxes/${mailbox}/inbound?state=routed`, {
      ...{ token, isRepeatable: true },
    });
    const found = mails.find((mail) => mail.message_id === messageId);
    if (found?.request_id !== undefined) return found.request_id;
    await pause(lookMs);
  }
  return undefined;
}

/** Waits until the answer has left, and returns it as its recipient's server would. @returns false when there was no time for that */
export async function bounceAnswer(
  api: DemoClient,
  token: string,
  { projectId, requestId, recipient, port }: BouncingAnswer,
  over: AbortSignal,
): Promise<boolean> {
  type Mails = { mails: { direction: string; state: string; message_id?: string }[] };
  const until = Date.now() + sentMs;
  while (!over.aborted && Date.now() < until) {
    const path = `/${projectId}/requests/${requestId}/mail`;
    const { mails } = await api.call<Mails>('GET', path, { token, isRepeatable: true });
    const answer = mails.find(({ direction, state }) => direction === 'out' && state === 'sent');
    if (answer?.message_id) {
      await returnMail(port, { messageId: answer.message_id, recipient });
      return true;
    }
    await pause(5 * lookMs, over);
  }
  return false;
}

/** A report of RFC 3464. */
async function returnMail(port: number, { messageId, recipient }: { messageId: string; recipient: string }) {
  const transport = smtpTransport(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
  const lines = [
    `From: Mail Delivery System <${postmaster}>`,
    `To: ${demoMailbox.address}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <bounce.${messageId}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=report',
    ...['', '--report', 'Content-Type: text/plain', '', 'The address does not exist any more.', ''],
    ...['--report', 'Content-Type: message/delivery-status', ''],
    ...['Reporting-MTA: dns; mx.papermill.example', ''],
    `Final-Recipient: rfc822; ${recipient}`,
    ...['Action: failed', 'Status: 5.1.1', ''],
    ...['--report', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${messageId}>`],
    ...['', '--report--', ''],
  ];
  try {
    await transport.deliver({
      ...{ id: messageId, raw: lines.join('\r\n') },
      envelope: { from: '', to: demoMailbox.address },
    });
  } finally {
    transport.close();
  }
}
