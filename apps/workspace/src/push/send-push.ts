import { createHash } from 'node:crypto';

import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { mailLanguageFor } from '../mail-text/mail-texts.ts';
import type { PlannedPush } from './plan-pushes.ts';
import { encryptPushMessage, maxTextBytes } from './push-message.ts';
import { pushTexts } from './push-texts.ts';

/** Attempts within about half a minute: a notification that comes later is no news. */
export const maxPushAttempts = 4;
/** How long a push service keeps it for a device that is off, in seconds. */
const keptSeconds = 3_600;
const maxTitleLength = 100;
const limits = { connectMs: 5_000, totalMs: 10_000, bodyBytes: 1_024 };

/** The subscription has ended. Source: RFC 8030 section 7.3. */
const endedStatuses: readonly (number | undefined)[] = [404, 410];

/** Task: notifies one device. What no attempt can mend is dropped. */
export async function sendPush(context: Context, task: Task): Promise<void> {
  const { vapidKey, pushDevices, projects, secrets, outbound, log } = context;
  const { projectId, attempt } = task;
  const { sealed } = task.payload as { sealed: string };
  const planned = JSON.parse(secrets.open(sealed, task.id)) as PlannedPush;
  const device = await pushDevices.findReachable(projectId, planned.deviceId);
  const project = await projects.find(projectId);
  if (!vapidKey || !device || !project) return;

  const { endpoint, p256dh, auth } = device.target;
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  const { outcome, status } = await outbound.post(endpoint, {
    body: encryptPushMessage(messageOf(planned, project, device.language), keys),
    headers: {
      authorization: await vapidKey.authorizationFor(endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'high',
      topic: topicOf(planned.requestId),
    },
    limits,
  });
  if (outcome === 'ok') return;
  if (endedStatuses.includes(status)) {
    await pushDevices.remove(projectId, planned.deviceId);
    return;
  }
  const mayPass = outcome !== 'url_not_allowed' && (status === undefined || status === 429 || status >= 500);
  // The address of the endpoint is a secret: neither log nor task names it.
  if (mayPass && attempt < maxPushAttempts) throw new Error(`A push service answered ${status ?? outcome}.`);
  log.warn({ projectId, deviceId: planned.deviceId, outcome, status, attempt }, 'a push notification was dropped');
}

/** The payload: what the service worker of the console shows. Source: contract 82 section 15. */
function messageOf(
  { kind, requestId, name, text }: PlannedPush,
  { id, name: title }: { id: string; name: string },
  tag: string,
): string {
  const language = mailLanguageFor(tag);
  const words = [name, text].filter((part) => part !== undefined && part !== '').join(': ');
  const message = {
    ...{ kind, lang: language, title: title.slice(0, maxTitleLength) },
    body: words === '' ? pushTexts[language][kind] : words,
    project: id,
    request: requestId,
  };
  const json = JSON.stringify(message);
  return Buffer.byteLength(json) <= maxTextBytes
    ? json
    : JSON.stringify({ ...message, body: pushTexts[language][kind] });
}

/** A push service replaces what it has not delivered yet of the same topic: at most 32 characters of base64url. */
function topicOf(requestId: string): string {
  return createHash('sha256').update(requestId).digest('base64url').slice(0, 32);
}
