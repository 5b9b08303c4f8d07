import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { defineService, type Kit } from '@parley/service-kit';

import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { Copies } from './copies/copies.repository.ts';
import { Directory } from './directory/directory.repository.ts';
import { Members } from './directory/members.ts';
import { Rosters } from './directory/rosters.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { LabelCopies } from './label/label.repository.ts';
import { Labels } from './label/labels.ts';
import { MessageQueries } from './message/message.query.repository.ts';
import { FactFinder } from './request/fact-finder.ts';
import { HistoryQueries } from './request/history.query.repository.ts';
import { QueueQueries } from './request/queue.repository.ts';
import { Queue } from './request/queue.ts';
import { RequestQueries } from './request/request.query.repository.ts';
import { RequestRepository } from './request/request.repository.ts';
import { SeatQueries } from './request/seat.query.repository.ts';
import { Tickets } from './request/tickets.ts';
import { subscriptions } from './subscriptions.ts';
import { TimerQueries } from './timer/timer.repository.ts';

export const startConversations = defineService({
  name: 'conversations',
  config: Config,
  database: {
    folder: new URL('../prisma/', import.meta.url),
    prisma: (adapter) => new PrismaClient({ adapter }),
  },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  idle: (context) => context.queue.idle(),
});

function buildContext(kit: Kit<Config, PrismaClient>): Context {
  const { config, db, log } = kit;
  const workspace = workspaceClient(kit.client(DirectoryServiceService, 'workspace'));
  const directory = new Directory(db);
  const rosters = new Rosters(workspace, directory, log);
  const labelCopies = new LabelCopies(db);
  const seats = new SeatQueries(db);
  // A change may make room, and the queue makes changes: each knows the other.
  const queue: Queue = new Queue({ db, queries: new QueueQueries(db), requests: () => requests, rosters, seats, log });
  const requests = new RequestRepository(db, new FactFinder(db, rosters, directory), (projectId, inMs) =>
    queue.wake(projectId, inMs),
  );
  kit.onStop(() => queue.stop());

  return {
    config,
    log,
    db,
    requests,
    requestQueries: new RequestQueries(db),
    messageQueries: new MessageQueries(db),
    historyQueries: new HistoryQueries(db),
    seats,
    tickets: new Tickets(db),
    copies: new Copies(db),
    directory,
    members: new Members(directory, workspace),
    rosters,
    workspace,
    labels: new Labels(labelCopies, workspace, log),
    labelCopies,
    queue,
    timers: new TimerQueries(db),
  };
}
