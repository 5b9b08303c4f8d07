export {
  type BrowserSession,
  browserSession,
  type SessionCredentials,
  type SessionUser,
} from './browser/browser-session.ts';
export {
  type CustomToken,
  type GuestSession,
  type GuestSessionOptions,
  guestSession,
  type Visitor,
} from './browser/guest-session.ts';
export { ownZone } from './browser/own-zone.ts';
export { shareTabs } from './browser/share-tabs.ts';
export type { Persistence } from './browser/store.ts';
