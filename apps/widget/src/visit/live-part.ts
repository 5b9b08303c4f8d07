import type { Parley } from '@parley/sdk';
import { shareTabs } from '@parley/sdk/browser';
import { connect, type Live, type LiveStatus } from '@parley/sdk/realtime';

export { applyRowFrame } from './row-frames.ts';

/** The one connection of all tabs of a visitor. */
export function openLive(parley: Parley, visitor: string, onStatus: (status: LiveStatus) => void): Live {
  return connect(parley, { share: shareTabs(visitor), onStatus });
}
