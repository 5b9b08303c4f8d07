import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { DnsStandIn } from '@parley/testkit';
import { startSmtpServer } from '@parley/testkit/smtp';

import { cpuSeconds, meshOf } from './cpu.ts';
import { type OwnMesh, onOwnMesh } from './own-mesh.ts';
import { latencyOf, ms, type Place } from './place.ts';
import { call } from './processes.ts';

/** Of mail, each way. */
const mailsPerSecond = 5;
const sendsPerSecond = 200;
const visitorCount = 200;
const mailboxCount = 10;
const routedGoalMs = 5_000;
/** By which sends may be slower beside mail. */
const sendGoal = 1.2;
/** Of a processor, for all mailboxes at rest. */
const idleGoal = 0.002;
/** Before it counts, in seconds. */
const warmUp = 3;
/** After the last mail; what is not through by then is missing. */
const throughMs = 60_000;
const quietMs = 5_000;
const lookMs = 250;
const pageSize = 100;

/**
 * Mail in and out, 300 a minute each, beside 200 sends a second of chat, against the same sends alone; and what ten mailboxes cost at
 * rest. Each mail that has come in is answered.
 */
export async function mail(seconds: number): Promise<void> {
  const smtp = await startSmtpServer();
  // The name servers of this network are not what is measured.
  const dns = await DnsStandIn.start();
  const env = {
    ...{ OUTBOUND_ALLOW: '127.0.0.1', MAIL_PORTS: String(smtp.port), MAIL_GROUP: '1s', MAIL_DNS: dns.address },
    ...{ LIMIT_MAILS: '1000000', LIMIT_SENDER_MAILS: '1000000' },
  };
  try {
    await onOwnMesh({ env }, async (mesh) => {
      const before = await idleShare(mesh, seconds);
      const [mailbox] = await newMailboxes(mesh, smtp.port);
      if (!mailbox) throw new Error('there is no mailbox');
      const idle = (await idleShare(mesh, seconds)) - before;

      const visitors: Visitor[] = [];
      // One after the other: a burst of sign-ins is not what is measured.
      for (let nth = 0; nth < visitorCount; nth += 1) visitors.push(await newVisitor(mesh));
      await Promise.all([send(visitors, warmUp), exchange(mesh, mailbox, warmUp)]);
      const alone = await send(visitors, seconds);
      const left = smtp.mails.length;
      const [beside, routed] = await Promise.all([send(visitors, seconds), exchange(mesh, mailbox, seconds)]);
      const count = seconds * mailsPerSecond;
      const until = Date.now() + throughMs;
      while (smtp.mails.length < left + count && Date.now() < until) await delay(lookMs);

      const [p99Alone, p99Beside, p99Routed] = [ms(alone, 0.99), ms(beside, 0.99), ms(routed, 0.99)];
      const out = smtp.mails.length - left;
      console.table({
        [`${sendsPerSecond} sends a second alone`]: {
          count: alone.length,
          'p50 ms': ms(alone, 0.5),
          'p99 ms': p99Alone,
        },
        [`beside mail; p99 <= ${sendGoal} times that`]: {
          ...{ count: beside.length, 'p50 ms': ms(beside, 0.5), 'p99 ms': p99Beside },
          goal: p99Beside <= sendGoal * p99Alone ? '' : 'missed',
        },
        [`mails in, until routed; p99 <= ${routedGoalMs}`]: {
          ...{ count: routed.length, 'p50 ms': ms(routed, 0.5), 'p99 ms': p99Routed },
          goal: p99Routed <= routedGoalMs && routed.length >= count ? '' : 'missed',
        },
        'mails out': { count: out, goal: out >= count ? '' : 'missed' },
      });
      const share = `${(idle * 100).toFixed(2)} %${idle <= idleGoal ? '' : ' (missed)'}`;
      console.log(`${mailboxCount} mailboxes at rest, of a processor: ${share}`);
    });
  } finally {
    dns.stop();
    await smtp.stop();
  }
}

interface Mailbox {
  _id: string;
  address: string;
  secret: string;
}

async function newMailboxes({ url, projectId, token }: Place, port: number): Promise<Mailbox[]> {
  const made: Mailbox[] = [];
  for (let nth = 0; nth < mailboxCount; nth += 1)
    made.push(
      await call<Mailbox>(url, 'POST', `/v3/${projectId}/mailboxes`, token, {
        ...{ address: `help-${nth}@shop.example`, name: 'Shop', inbound: { type: 'webhook' } },
        outbound: { type: 'smtp', host: '127.0.0.1', port, secure: 'none' },
      }),
    );
  return made;
}

/** Share of a processor that the mesh, its PostgreSQL and that one's backends take while nothing happens. */
async function idleShare({ pid }: OwnMesh, seconds: number): Promise<number> {
  await delay(quietMs);
  const [began, before] = [performance.now(), cpuSeconds(meshOf(pid))];
  await delay(seconds * 1_000);
  return (cpuSeconds(meshOf(pid)) - before) / ((performance.now() - began) / 1_000);
}

interface Visitor extends Place {
  path: string;
}

async function newVisitor({ url, projectId }: Place): Promise<Visitor> {
  const body = { id_project: projectId, firstname: 'Vera' };
  const { token } = await call<{ token: string }>(url, 'POST', '/v3/auth/signinAnonymously', undefined, body);
  const id = randomUUID().replaceAll('-', '');
  return { url, projectId, token, path: `/requests/support-group-${projectId}-${id}/messages` };
}

/** @returns what each send took, in ascending order */
async function send(visitors: readonly Visitor[], seconds: number): Promise<number[]> {
  const took = Array.from({ length: seconds * sendsPerSecond }, async (_, nth) => {
    await delay((nth * 1_000) / sendsPerSecond);
    const visitor = visitors[nth % visitors.length] as Visitor;
    return latencyOf(visitor, { method: 'POST', path: visitor.path, body: { text: `Number ${nth}` } });
  });
  return (await Promise.all(took)).sort((one, other) => one - other);
}

interface Ledger {
  mails: { message_id?: string; request_id?: string; createdAt: string; routedAt?: string }[];
}

/** Mails that arrive at a steady pace, each answered once it is routed. @returns from arrival until each was routed, in ascending order */
async function exchange(mesh: OwnMesh, mailbox: Mailbox, seconds: number): Promise<number[]> {
  const { url, projectId, token } = mesh;
  const at = `/v3/${projectId}`;
  const waiting = new Set<string>();
  const took: number[] = [];
  const arrivals = Array.from({ length: seconds * mailsPerSecond }, async (_, nth) => {
    await delay((nth * 1_000) / mailsPerSecond);
    const id = `${randomUUID()}@customer.example`;
    const response = await fetch(`${url}/v3/mail/inbound/${mailbox._id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mailbox.secret}`, 'content-type': 'message/rfc822' },
      body: mailOf(mailbox.address, id),
    });
    if (response.status !== 200) throw new Error(`a mail was refused: ${response.status} ${await response.text()}`);
    waiting.add(id);
  });
  const end = Date.now() + seconds * 1_000 + throughMs;
  const answerAll = async () => {
    while (took.length < arrivals.length && Date.now() < end) {
      await delay(lookMs);
      const path = `${url}${at}/mailboxes/${mailbox._id}/inbound?state=routed&limit=${pageSize}`;
      const { mails } = (await (await fetch(path, { headers: { authorization: token } })).json()) as Ledger;
      const routed = mails.filter(({ message_id = '', routedAt }) => routedAt && waiting.delete(message_id));
      for (const { createdAt, routedAt = '' } of routed) took.push(Date.parse(routedAt) - Date.parse(createdAt));
      await Promise.all(
        routed.map(({ request_id }) =>
          call(url, 'POST', `${at}/requests/${request_id}/messages`, token, { text: 'It leaves today.' }),
        ),
      );
    }
  };
  await Promise.all([...arrivals, answerAll()]);
  return took.sort((one, other) => one - other);
}

/** As clients send it: text and HTML, with a quote. */
function mailOf(to: string, id: string): string {
  const text = `Where is order ${id}?\n\nOn Mon, 2 Nov 2026 at 10:00, Shop <${to}> wrote:\n> Thank you for your order.\n`;
  return [
    `From: Vera Rubin <${id.slice(0, 8)}@customer.example>`,
    ...[`To: ${to}`, 'Subject: My order', `Message-ID: <${id}>`, `Date: ${new Date().toUTCString()}`],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=b', ''],
    ...['--b', 'Content-Type: text/plain; charset=utf-8', '', text],
    ...['--b', 'Content-Type: text/html; charset=utf-8', '', `<p>Where is order <b>${id}</b>?</p>`],
    ...['--b--', ''],
  ].join('\r\n');
}
