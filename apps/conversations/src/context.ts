import type { Database, Logger } from '@parley/service-kit';

import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { Copies } from './copies/copies.repository.ts';
import type { Directory } from './directory/directory.repository.ts';
import type { Members } from './directory/members.ts';
import type { Rosters } from './directory/rosters.ts';
import type { LabelCopies } from './label/label.repository.ts';
import type { Labels } from './label/labels.ts';
import type { MessageQueries } from './message/message.query.repository.ts';
import type { HistoryQueries } from './request/history.query.repository.ts';
import type { Queue } from './request/queue.ts';
import type { RequestQueries } from './request/request.query.repository.ts';
import type { RequestRepository } from './request/request.repository.ts';
import type { RequestPages } from './request/request-page.ts';
import type { SeatQueries } from './request/seat.query.repository.ts';
import type { Tickets } from './request/tickets.ts';
import type { SearchIndex } from './search/search.repository.ts';
import type { TimerQueries } from './timer/timer.repository.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  /** Writes requests and messages. */
  requests: RequestRepository;
  requestQueries: RequestQueries;
  requestPages: RequestPages;
  searchIndex: SearchIndex;
  messageQueries: MessageQueries;
  historyQueries: HistoryQueries;
  seats: SeatQueries;
  tickets: Tickets;
  copies: Copies;
  directory: Directory;
  members: Members;
  rosters: Rosters;
  workspace: WorkspaceClient;
  labels: Labels;
  labelCopies: LabelCopies;
  queue: Queue;
  timers: TimerQueries;
}
