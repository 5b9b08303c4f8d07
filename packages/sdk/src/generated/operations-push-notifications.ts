// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, ReadCode, UpdateCode } from './errors.ts';
import type { PushDeviceView } from './types.ts';

export type ListPushDevicesParams = { id_project?: string };

export type SavePushDeviceParams = { id_project?: string } & {
  /** Address of the browser’s push service. Never shown again. */
  endpoint: string;
  /** What payloads are encrypted for. */
  keys: {
    /** Public key of the subscription, base64url. */
    p256dh: string;
    /** Secret of the subscription, base64url. */
    auth: string;
  };
  /** Language of the notifications; others than the six of the console count as English. */
  language?: string | null;
  /** IANA time zone, in which the quiet hours of the person count. Default UTC. */
  timezone?: string | null;
  /** Whether notifications show names and the beginning of messages. Default false. */
  shows_text?: boolean | null;
};

export type DeletePushDeviceParams = { id_project?: string; push_device_id: string };

/**
 * The caller’s own browsers that receive push notifications, and the key to subscribe with.
 *
 * Minimum role: agent.
 *
 * @example await listPushDevices(parley);
 */
export const listPushDevices: Operation<ListPushDevicesParams, {
  /** Public key to subscribe with (VAPID), base64url. Absent: this installation sends no push notifications. */
  key?: string;
  /** The caller’s own push devices, newest first. */
  devices: PushDeviceView[];
}, ReadCode | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('listPushDevices', 'GET push_devices');

/**
 * Register this browser for push notifications; again with the same endpoint: change it. `endpoint` and `keys` are those of the browser’s `PushSubscription`. It receives nothing once the session that registered it has ended. At most ten devices of a person in a project: the oldest is replaced.
 *
 * Minimum role: agent. Codes: `push_off`, `push_session_required`, `url_not_allowed`. Limits: `endpoint` ≤ 2048 characters, `language` ≤ 35 characters.
 *
 * @example await savePushDevice(parley, { endpoint: 'https://push.example/send/1f2e3d', keys: { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' }, language: 'en', timezone: 'Europe/London', shows_text: false });
 */
export const savePushDevice: Operation<SavePushDeviceParams, PushDeviceView, UpdateCode | 'push_off' | 'push_session_required' | 'url_not_allowed' | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('savePushDevice', 'PUT push_devices');

/**
 * Send no more push notifications to a browser.
 *
 * Minimum role: agent. Codes: `push_device_not_found`.
 *
 * @example await deletePushDevice(parley, { push_device_id });
 */
export const deletePushDevice: Operation<DeletePushDeviceParams, PushDeviceView, DeleteCode | 'push_device_not_found' | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('deletePushDevice', 'DELETE push_devices/:push_device_id');
