import {
  botDeleted,
  type EventEnvelope,
  fileDeleted,
  fileUploaded,
  mailboxFailing,
  mailboxRecovered,
  messageCreated,
  requestAssigned,
  requestCreated,
  requestMentioned,
  requestUpdated,
  tagDeleted,
  tagUpdated,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { clearBot } from './department/clear-bot.ts';
import { tellOfFailing, tellOfRecovered } from './mail/tell-of-mailbox.ts';
import { planPushes } from './push/plan-pushes.ts';
import {
  beganToWait,
  noticeOfAssignment,
  noticeOfChange,
  noticeOfCreation,
  noticeOfMention,
  noticeOfMessage,
} from './push/push-notice.ts';
import { planTagChange } from './tag/plan-tag-change.ts';
import { hidePhoto, isPhoto, showPhoto } from './user/follow-photo.ts';

/** Where no device is registered, the events of a project cost neither a transaction nor a row. */
const isWanted = ({ watchedProjects }: Context, { idproject }: EventEnvelope) => watchedProjects.has(idproject);

/** A consumer of its own: what others wait for does not stand behind the many messages. */
const pushes: Subscription<Context>[] = consumer('workspace-push', [
  on(requestAssigned, planPushes(noticeOfAssignment), { isWanted }),
  on(messageCreated, planPushes(noticeOfMessage), { isWanted, concerns: ({ fromRequester }) => fromRequester }),
  on(requestMentioned, planPushes(noticeOfMention), { isWanted }),
  on(requestCreated, planPushes(noticeOfCreation), { isWanted }),
  on(requestUpdated, planPushes(noticeOfChange), { isWanted, concerns: beganToWait }),
]);

export const subscriptions: Subscription<Context>[] = [
  on(botDeleted, clearBot),
  on(fileUploaded, showPhoto, { concerns: isPhoto }),
  on(fileDeleted, hidePhoto, { concerns: isPhoto }),
  on(tagUpdated, planTagChange),
  on(tagDeleted, planTagChange),
  on(mailboxFailing, tellOfFailing),
  on(mailboxRecovered, tellOfRecovered),
  ...pushes,
];
