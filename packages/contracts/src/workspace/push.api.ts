import { z } from 'zod';

import { teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { BooleanWord, maybe, PathId, StoredId, Timestamp, text } from '../fields.ts';
import { TimeZoneName } from './hours.fields.ts';

const base = '/v3/:id_project/push_devices';
const own = {
  right: 'none',
  role: 'agent',
  kinds: teamPeople,
  refusal: 'users_only',
  tag: 'Push notifications',
} as const;

/** A browser that receives push notifications of one project for one person. Its address and keys are never shown. */
export const PushDeviceView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  language: z.string(),
  timezone: z.string(),
  shows_text: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PushDeviceView = z.output<typeof PushDeviceView>;

/** An uncompressed point of P-256, 65 bytes, and 16 random bytes: RFC 8291. */
const PushKeys = z.object({
  p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/, 'Must be an uncompressed point of P-256 in base64url'),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/, 'Must be 16 bytes in base64url'),
});

/** Push notifications of the caller's own browsers. Source: contract 82 section 15. */
export const pushApi = defineApi('workspace', {
  listPushDevices: {
    ...own,
    method: 'get',
    path: base,
    params: z.object({ id_project: PathId }),
    response: z.object({ key: z.string().optional(), devices: z.array(PushDeviceView) }),
    errors: [],
    summary: 'The caller’s own browsers that receive push notifications, and the key to subscribe with',
  },
  savePushDevice: {
    ...own,
    method: 'put',
    path: base,
    params: z.object({ id_project: PathId }),
    body: z.object({
      endpoint: text(2_048, 1),
      keys: PushKeys,
      language: maybe(text(35)),
      timezone: maybe(TimeZoneName),
      shows_text: maybe(BooleanWord),
    }),
    response: PushDeviceView,
    errors: ['push_off', 'push_session_required', 'url_not_allowed'],
    summary: 'Register this browser for push notifications; again with the same endpoint: change it',
    description:
      '`endpoint` and `keys` are those of the browser’s `PushSubscription`. It receives nothing once the session that registered it has ended. At most ten devices of a person in a project: the oldest is replaced.',
    example: {
      body: {
        endpoint: 'https://push.example/send/1f2e3d',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        language: 'en',
        timezone: 'Europe/London',
        shows_text: false,
      },
    },
  },
  deletePushDevice: {
    ...own,
    method: 'delete',
    path: `${base}/:push_device_id`,
    params: z.object({ id_project: PathId, push_device_id: PathId }),
    response: PushDeviceView,
    errors: ['push_device_not_found'],
    summary: 'Send no more push notifications to a browser',
  },
});
