// Generated from packages/contracts by `npm run generate`. Do not edit.

import type { RightView } from './types.ts';

export interface AboutRight {
  /** The lowest role that has it by itself. */
  readonly base: 'agent' | 'admin' | 'owner';
  /** Only custom roles whose visibility is `all` can have it. */
  readonly needsWholeProject: boolean;
}

/** What members of a team may do. */
export const rights: { readonly [Right in RightView]: AboutRight } = {
  'requests.read': {"base":"agent","needsWholeProject":false},
  'requests.write': {"base":"agent","needsWholeProject":false},
  'requests.close': {"base":"agent","needsWholeProject":false},
  'requests.assign': {"base":"agent","needsWholeProject":false},
  'requests.export': {"base":"agent","needsWholeProject":false},
  'requests.delete': {"base":"owner","needsWholeProject":false},
  'messages.write': {"base":"agent","needsWholeProject":false},
  'messages.export': {"base":"owner","needsWholeProject":true},
  'notes.write': {"base":"agent","needsWholeProject":false},
  'events.read': {"base":"agent","needsWholeProject":false},
  'events.write': {"base":"agent","needsWholeProject":false},
  'leads.read': {"base":"agent","needsWholeProject":false},
  'leads.write': {"base":"agent","needsWholeProject":false},
  'leads.delete': {"base":"agent","needsWholeProject":false},
  'leads.export': {"base":"agent","needsWholeProject":false},
  'leads.disclose': {"base":"admin","needsWholeProject":true},
  'leads.erase': {"base":"owner","needsWholeProject":false},
  'holds.write': {"base":"admin","needsWholeProject":true},
  'segments.write': {"base":"agent","needsWholeProject":false},
  'canned.read': {"base":"agent","needsWholeProject":false},
  'canned.write': {"base":"agent","needsWholeProject":false},
  'tags.write': {"base":"agent","needsWholeProject":false},
  'files.read': {"base":"agent","needsWholeProject":false},
  'files.write': {"base":"agent","needsWholeProject":false},
  'bots.read': {"base":"agent","needsWholeProject":false},
  'bots.write': {"base":"admin","needsWholeProject":true},
  'analytics.read': {"base":"admin","needsWholeProject":true},
  'activities.read': {"base":"admin","needsWholeProject":true},
  'webhooks.write': {"base":"admin","needsWholeProject":true},
  'project.read': {"base":"agent","needsWholeProject":false},
  'project.delete': {"base":"owner","needsWholeProject":false},
  'project.export': {"base":"owner","needsWholeProject":false},
  'settings.write': {"base":"admin","needsWholeProject":true},
  'secret.write': {"base":"admin","needsWholeProject":true},
  'teammates.write': {"base":"admin","needsWholeProject":true},
  'tokens.own': {"base":"admin","needsWholeProject":false},
  'roles.write': {"base":"owner","needsWholeProject":false},
  'sign_in.write': {"base":"owner","needsWholeProject":false},
};
