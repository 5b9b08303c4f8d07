import {
  type Actor,
  type AnyEndpoint,
  type AppError,
  type BulkOperation,
  type BulkResultView,
  type bulkApi,
  type FieldFault,
  followerApi,
  type InputOf,
  macroApi,
  participantApi,
  type RequestView,
  readPositionApi,
  requestApi,
  requestEditApi,
  requestTagApi,
  routingApi,
  slaApi,
  snoozeApi,
} from '@parley/contracts';
import { statusOfKind } from '@parley/service-kit/call';
import { type Answered, bodyOf, type Operation, runBatch } from '@parley/service-kit/http';

import { refusalToCall } from '../access/may-call.ts';
import { performerOf } from '../action/performer.ts';
import { rolledBack } from '../action/rolled-back.ts';
import { runActions } from '../action/run-actions.ts';
import type { Context } from '../context.ts';
import { macroRun } from '../macro/macro-run.ts';
import type { Stored } from '../request-store/request.writer.ts';

type BulkRequests = Operation<typeof bulkApi.bulkRequests, Context>;
type Input = InputOf<typeof bulkApi.bulkRequests>;
type Single<E> = Operation<E, Context>;

interface Place {
  id_project: string;
  request_id: string;
}

/** The single calls. */
export interface SingleOperations {
  closeRequest: Single<typeof requestApi.closeRequest>;
  reopenRequest: Single<typeof requestApi.reopenRequest>;
  claimRequest: Single<typeof routingApi.claimRequest>;
  setParticipants: Single<typeof participantApi.setParticipants>;
  routeRequest: Single<typeof routingApi.routeRequest>;
  addRequestTags: Single<typeof requestTagApi.addRequestTags>;
  /** By their names: their ids differ from request to request. */
  removeRequestTags(context: Context, actor: Actor, input: Place & { names: readonly string[] }): Promise<RequestView>;
  updateRequest: Single<typeof requestEditApi.updateRequest>;
  addFollower: Single<typeof followerApi.addFollower>;
  removeFollower: Single<typeof followerApi.removeFollower>;
  setReadPosition: Single<typeof readPositionApi.setReadPosition>;
  snoozeRequest: Single<typeof snoozeApi.snoozeRequest>;
  wakeRequest: Single<typeof snoozeApi.wakeRequest>;
  pinRequestSla: Single<typeof slaApi.pinRequestSla>;
}

/** Whose callers may do an operation to many. */
const singleEndpoints: Record<BulkOperation, AnyEndpoint> = {
  close: requestApi.closeRequest,
  reopen: requestApi.reopenRequest,
  claim: routingApi.claimRequest,
  assign: participantApi.setParticipants,
  department: routingApi.routeRequest,
  tag: requestTagApi.addRequestTags,
  untag: requestTagApi.deleteRequestTag,
  priority: requestEditApi.updateRequest,
  follow: followerApi.addFollower,
  unfollow: followerApi.removeFollower,
  read: readPositionApi.setReadPosition,
  snooze: snoozeApi.snoozeRequest,
  wake: snoozeApi.wakeRequest,
  sla: slaApi.pinRequestSla,
  macro: macroApi.runMacro,
  // Each action asks for a right of its own.
  actions: macroApi.runMacro,
};

/** Does the single call of each request. @param single operations of the table, which may not import each other */
export function bulkRequests(single: SingleOperations): BulkRequests {
  return async (context, actor, input) => {
    const endpoint = singleEndpoints[input.operation];
    const refusal = refusalToCall(endpoint, actor);
    const call = singleCall(single, context, actor, input);
    const results = await runBatch<string, BulkResultView>(context, {
      items: input.request_ids,
      idOf: (request_id) => request_id,
      run: async (request_id) => {
        if (refusal !== undefined) throw refusal;
        const work = () => call({ id_project: input.id_project, request_id });
        const answered = bodyOf(await (input.dry_run ? rolledBack(context.db, work) : work()));
        return { request_id, status: 200, ...(answered && '__v' in answered && { __v: answered.__v }) };
      },
      refused: (error, request_id) => refusedResult(error, request_id),
    });
    return { results };
  };
}

function refusedResult({ kind, code, details }: AppError, request_id: string): BulkResultView {
  const [fault] = (details.errors ?? []) as FieldFault[];
  const param = fault?.param.match(/^actions\[\d+\]/)?.[0];
  return { request_id, status: statusOfKind[kind].http, code, ...(param !== undefined && { param }) };
}

type SingleCall = (place: Place) => Promise<Answered<{ __v: number } | { upto: number }>>;

/** Beyond the newest message counts as the newest. */
const beyondAll = 2_147_483_647;

function singleCall(single: SingleOperations, context: Context, actor: Actor, input: Input): SingleCall {
  // What an operation needs is there: the contract refuses a body without it.
  const {
    member = '',
    departmentid,
    nobot,
    tags = [],
    priority,
    policy = null,
    macro = '',
    actions = [],
    ...snooze
  } = input.args ?? {};
  switch (input.operation) {
    case 'close':
      return (place) => single.closeRequest(context, actor, place);
    case 'reopen':
      return (place) => single.reopenRequest(context, actor, place);
    case 'claim':
      return (place) => single.claimRequest(context, actor, place);
    case 'assign':
      return (place) => single.setParticipants(context, actor, { ...place, items: [member] });
    case 'department':
      return (place) => single.routeRequest(context, actor, { ...place, departmentid, nobot });
    case 'tag':
      return (place) => single.addRequestTags(context, actor, { ...place, items: tags });
    case 'untag':
      return (place) => single.removeRequestTags(context, actor, { ...place, names: tags.map(({ tag }) => tag) });
    case 'priority':
      return (place) => single.updateRequest(context, actor, { ...place, priority });
    case 'follow':
      return (place) => single.addFollower(context, actor, { ...place, member: actor.id });
    case 'unfollow':
      return (place) => single.removeFollower(context, actor, { ...place, follower_id: actor.id });
    case 'read':
      return (place) => single.setReadPosition(context, actor, { ...place, upto: beyondAll });
    case 'snooze':
      return (place) => single.snoozeRequest(context, actor, { ...place, ...snooze });
    case 'wake':
      return (place) => single.wakeRequest(context, actor, place);
    case 'sla':
      return (place) => single.pinRequestSla(context, actor, { ...place, policy });
    case 'macro':
      return async (place) => versionOf(await runActions(context, await macroRun(context, actor, place, macro)));
    case 'actions':
      return async (place) =>
        versionOf(await runActions(context, { performer: performerOf(actor), place, actions, verb: 'MACRO_RUN' }));
  }
}

const versionOf = ({ request }: Stored): { __v: number } => ({ __v: request.version });
