import { deletePushDevice, listPushDevices, type Parley, savePushDevice } from '@parley/sdk';

import { preferences, setPreferences } from '../app/preferences.ts';

/** One person in one project. */
export interface PushOwner {
  parley: Parley;
  projectId: string;
  me: string;
}

/** Why this browser cannot be notified while the console is closed. */
export type PushObstacle = 'unsupported' | 'blocked' | 'off';

/** The installation has no key, or the person has blocked notifications. */
export class PushRefusal extends Error {
  readonly obstacle: PushObstacle;

  constructor(obstacle: PushObstacle) {
    super(`Push notifications are not possible: ${obstacle}.`);
    this.obstacle = obstacle;
  }
}

/** What this browser remembers of being registered. Whether it still is, `renewPush` finds out. */
export function pushOf({ projectId, me }: Pick<PushOwner, 'projectId' | 'me'>) {
  return preferences().pushes?.[keyOf({ projectId, me })];
}

/** @returns undefined where the browser can be notified */
export function pushObstacle(): PushObstacle | undefined {
  if (!navigator.serviceWorker || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : undefined;
}

/** Asks the person, subscribes the browser and registers it. @throws PushRefusal; ParleyError; DOMException of the push service */
export async function switchPushOn(owner: PushOwner, { showsText = false } = {}): Promise<void> {
  if (pushObstacle() === 'unsupported') throw new PushRefusal('unsupported');
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusal('blocked');
  const { key } = await listPushDevices(owner.parley, {});
  if (key === undefined) throw new PushRefusal('off');
  const { endpoint, keys = {} } = (await subscribe(key)).toJSON();
  const { _id } = await savePushDevice(owner.parley, {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    language: document.documentElement.lang,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    shows_text: showsText,
  });
  remember(owner, { device: _id, showsText });
}

/** The subscription of the browser stays: other projects may use it. */
export async function switchPushOff(owner: PushOwner): Promise<void> {
  const kept = pushOf(owner);
  if (!kept) return;
  await deletePushDevice(owner.parley, { push_device_id: kept.device });
  remember(owner, undefined);
}

/** Registers the browser again if it was: a device ends with its session, and a subscription with the key of the installation. */
export async function renewPush(owner: PushOwner): Promise<void> {
  const kept = pushOf(owner);
  if (!kept || pushObstacle() || Notification.permission !== 'granted') return;
  await switchPushOn(owner, kept);
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && base64UrlOf(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function base64UrlOf(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function remember(owner: PushOwner, kept: { device: string; showsText: boolean } | undefined): void {
  const { [keyOf(owner)]: _, ...others } = preferences().pushes ?? {};
  setPreferences({ pushes: kept ? { ...others, [keyOf(owner)]: kept } : others });
}

function keyOf({ projectId, me }: Pick<PushOwner, 'projectId' | 'me'>): string {
  return `${me}:${projectId}`;
}
