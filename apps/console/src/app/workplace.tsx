import type { Parley, TeammateView } from '@parley/sdk';
import { createContext, useContext } from 'react';

import type { Drafts } from '../conversation/drafts.ts';
import type { Outbox } from '../conversation/outbox.ts';
import type { RecentThreads } from '../conversation/recent-threads.ts';
import type { Uploads } from '../conversation/uploads.ts';
import type { Tour } from '../welcome/tour.ts';
import type { LiveConnection } from './connection.ts';
import type { People } from './people.ts';

/** What all screens of a project share. */
export interface Workplace {
  projectId: string;
  projectName: string;
  /** Of the demo project alone. */
  tour: Tour | undefined;
  parley: Parley;
  connection: LiveConnection;
  /** User id of the person at work. */
  me: string;
  teammate: TeammateView;
  outbox: Outbox;
  drafts: Drafts;
  threads: RecentThreads;
  uploads: Uploads;
  people: People;
  /** Aborted when the person leaves the project or signs out. */
  closed: AbortSignal;
  /** Ends the connection and what waits. */
  close(): void;
}

const WorkplaceContext = createContext<Workplace | undefined>(undefined);
export const WorkplaceProvider = WorkplaceContext.Provider;

export function useWorkplace(): Workplace {
  const workplace = useContext(WorkplaceContext);
  if (!workplace) throw new Error('There is no project around this screen.');
  return workplace;
}
