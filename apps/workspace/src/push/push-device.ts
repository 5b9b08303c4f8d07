import { createHash } from 'node:crypto';

import type { PushDeviceView } from '@parley/contracts';

/** A browser that receives push notifications of a project for a person. */
export interface PushDevice {
  id: string;
  projectId: string;
  idUser: string;
  /** The token of the session that registered it. */
  jti: string;
  target: PushTarget;
  language: string;
  timezone: string;
  showsText: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** With these anyone can notify the browser: stored encrypted, and never shown. */
export interface PushTarget {
  endpoint: string;
  /** Base64url. */
  p256dh: string;
  auth: string;
}

export function hashOfEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

export function viewOf(device: Omit<PushDevice, 'target'>): PushDeviceView {
  return {
    _id: device.id,
    id: device.id,
    id_project: device.projectId,
    language: device.language,
    timezone: device.timezone,
    shows_text: device.showsText,
    createdAt: device.createdAt.toISOString(),
    updatedAt: device.updatedAt.toISOString(),
  };
}
