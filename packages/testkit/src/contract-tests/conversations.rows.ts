import { newId } from '@parley/service-kit/call';

import { type EndpointRow, idAt, type Place, type RecordMaker } from './row.ts';

const newRequestId: RecordMaker = ({ projectId }) =>
  `support-group-${projectId}-${crypto.randomUUID().replaceAll('-', '')}`;

/**
 * An unused id makes a request, which the next caller may not see or make again: the same id lives in every
 * project on its own. An impossible one is a 422.
 */
const makesRequest = { request_id: [200, 403, 409, 422] };
/** Who is not there cannot be taken out: 200, unchanged. */
const staysOut = [200];
/** Before all is known a number is taken, since tickets may have gaps, and the lead of the caller is ensured. */
const prepared = ['ticket_counter', 'copy_lead', 'task'];

function ask({ owner, projectId }: Place, method: 'post' | 'put', path: string, body: unknown): Promise<unknown> {
  return owner(method, `/${projectId}/requests${path}`, body);
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const isUrgent = { field: 'priority', operator: '=', value: 'urgent' };

export const conversationsRecords: Record<string, RecordMaker> = {
  request_id: async (place) => idAt(await ask(place, 'post', '', { first_text: 'Hello' }), 'request_id'),
  message_id: async (place, { request_id }) =>
    idAt(await ask(place, 'post', `/${request_id}/messages`, { text: 'Hello again' }), '_id'),
  note_id: async (place, { request_id }) =>
    idAt(await ask(place, 'post', `/${request_id}/notes`, { text: 'Be kind' }), 'notes', -1, '_id'),
  policy_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/sla_policies`, { name: 'Premium', targets: { default: {} } }), '_id'),
  rule_id: async ({ owner, projectId }) =>
    idAt(
      await owner('post', `/${projectId}/rules`, {
        name: 'Urgent',
        on: ['request.created'],
        actions: [{ type: 'set_priority', priority: 'urgent' }],
      }),
      '_id',
    ),
  survey_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/surveys`, { name: 'After closing' }), '_id'),
  hold_id: async (place) => {
    const record = idAt(await ask(place, 'post', '', { first_text: 'Hello' }), 'request_id');
    return idAt(
      await place.owner('post', `/${place.projectId}/holds`, { kind: 'request', record, reason: 'Claim' }),
      '_id',
    );
  },
  view_id: async ({ owner, projectId }) =>
    idAt(
      await owner('post', `/${projectId}/views`, { name: 'Open', visibility: 'shared', query: { status: '100,200' } }),
      '_id',
    ),
  macro_id: async ({ owner, projectId }) =>
    idAt(
      await owner('post', `/${projectId}/macros`, {
        name: 'Tag it',
        visibility: 'shared',
        actions: [{ type: 'add_tags', tags: ['order'] }],
      }),
      '_id',
    ),
  other_id: async (place) => idAt(await ask(place, 'post', '', { first_text: 'Hello too' }), 'request_id'),
  scheduled_id: async (place, { request_id }) =>
    idAt(
      await ask(place, 'post', `/${request_id}/scheduled`, { text: 'Any news?', at: inAnHour(), cancel_on: [] }),
      '_id',
    ),
  event_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/events`, { name: 'cart.filled' }), '_id'),
  participant_id: ({ known }) => known.user ?? '',
  follower_id: ({ known }) => known.teammate ?? '',
  format: () => 'txt',
};

export const conversationsRows: Record<string, EndpointRow> = {
  // The first message: the one that says most.
  sendMessage: { params: { request_id: newRequestId }, otherIds: makesRequest, mayMove: prepared },
  sendMessages: {},
  // What names a record that is not there refuses one item, not the call.
  bulkRequests: { takesAnyId: ['request_ids', 'member', 'departmentid', 'sender'] },
  acknowledgeMessage: {},
  acknowledgeMessages: {},
  setReadPosition: {},
  emitEvent: { isFresh: true },
  // Signed by the engine; without an engine there is no valid signature.
  reportEngineStatus: { refuses: ['unauthorized'] },
  listEngineDeliveries: {},
  redriveEngineDelivery: { params: { delivery_id: () => newId() }, refuses: ['delivery_not_found'] },
  redriveEngineDeliveries: {},
  listEvents: {},
  getEvent: {},
  // Each answer has a cursor of its own moment.
  listChanges: { isFresh: true },
  sendDirectMessage: { body: ({ known }) => ({ recipient: known.user, recipientFullname: 'Linus', text: 'Hello' }) },
  listProjectMessages: {},
  exportProjectMessages: {},
  listMessages: {},
  getMessage: {},
  redactMessage: { body: () => ({ reason: 'Card number' }) },
  addNote: {},
  deleteNote: {},
  addParticipant: { body: ({ known }) => ({ member: known.user }) },
  setParticipants: { body: ({ known }) => [known.user] },
  removeParticipant: { otherIds: { participant_id: staysOut } },
  listRequests: {},
  listMyRequests: {},
  countRequests: {},
  // Each answer has its own time.
  getRequestCounters: { isFresh: true },
  lookupRequestProject: {},
  createRequest: { params: { request_id: newRequestId }, otherIds: makesRequest, mayMove: prepared },
  getRequest: {},
  listRequestHistory: {},
  listSlaPolicies: {},
  createSlaPolicy: {},
  // The policies of a project differ from test to test.
  orderSlaPolicies: { body: () => [], refuses: ['order_stale'] },
  getSlaPolicy: {},
  updateSlaPolicy: { body: () => ({ filters: [{ field: 'priority', operator: '=', value: 'urgent' }] }) },
  deleteSlaPolicy: {},
  getRequestSla: { isFresh: true },
  pinRequestSla: {},
  unpinRequestSla: {},
  listMacros: {},
  // What actions name is looked up when they are run.
  createMacro: { takesAnyId: ['member', 'sender'], body: () => ({ name: 'Close', actions: [{ type: 'close' }] }) },
  getMacro: {},
  // A shared one, which only admins write.
  updateMacro: { takesAnyId: ['member', 'sender'], refuses: ['role_too_low'] },
  deleteMacro: { refuses: ['role_too_low'] },
  runMacro: {},
  previewMacro: {},
  listViews: {},
  createView: {},
  countViews: { query: () => ({ ids: newId() }) },
  getView: {},
  updateView: { refuses: ['role_too_low'] },
  deleteView: { refuses: ['role_too_low'] },
  listRules: {},
  previewRetention: {},
  listHolds: {},
  // Leads belong to another service.
  createHold: { takesAnyId: ['record'], refuses: ['lead_not_found', 'dependency_down'] },
  deleteHold: {},
  listSurveys: {},
  createSurvey: {},
  getSurvey: {},
  updateSurvey: { body: () => ({ filters: [isUrgent] }) },
  deleteSurvey: {},
  listRatingComments: {},
  getPublicSurvey: { params: { token: () => 'unknown' }, refuses: ['survey_not_found'] },
  answerSurvey: { params: { token: () => 'unknown' }, refuses: ['survey_not_found'] },
  createRule: { takesAnyId: ['member', 'sender'] },
  // The rules of a project differ from test to test.
  orderRules: { body: () => [], refuses: ['order_stale'] },
  dryRunRule: {
    body: () => ({
      rule: { name: 'Close', on: ['request.created'], filters: [isUrgent], actions: [{ type: 'close' }] },
      requests: ['support-group-none'],
    }),
    takesAnyId: ['requests', 'member', 'sender'],
  },
  getRule: {},
  updateRule: { body: () => ({ filters: [isUrgent] }), takesAnyId: ['member', 'sender'] },
  deleteRule: {},
  listMentions: {},
  listRuleRuns: { otherIds: { rule_id: [200] } },
  listRequestRuleRuns: {},
  explainRules: {},
  listScheduledMessages: {},
  scheduleMessage: { body: () => ({ text: 'Any news?', at: inAnHour() }) },
  updateScheduledMessage: { refuses: ['not_the_author'] },
  cancelScheduledMessage: { refuses: ['not_the_author'] },
  // A source of the caller's own is made where what it announces is tested.
  mergeRequest: { body: () => ({ source: 'support-group-none' }), refuses: ['request_not_found'] },
  unmergeRequest: {},
  listRelatedRequests: {},
  linkRequest: {},
  unlinkRequest: {},
  snoozeRequest: {},
  wakeRequest: {},
  closeRequest: {},
  closeOwnRequest: {},
  reopenRequest: {},
  updateRequest: {},
  updateRequestAttributes: {},
  addFollower: { body: ({ known }) => ({ member: known.teammate }) },
  setFollowers: { body: ({ known }) => [known.teammate] },
  removeFollower: { otherIds: { follower_id: staysOut } },
  addRequestTags: {},
  deleteRequestTag: {
    params: {
      tag_id: async (place, { request_id }) =>
        idAt(await ask(place, 'put', `/${request_id}/tag`, ['vip']), 'tags', -1, '_id'),
    },
  },
  deleteRequest: {},
  exportRequests: {},
  claimRequest: {},
  // Where no service keeps bots there is none to be replaced by.
  replaceBot: { body: ({ known }) => ({ id: known.bot ?? newId() }), refuses: ['bot_not_found', 'dependency_down'] },
  routeRequest: { body: ({ known }) => ({ departmentid: known.department }) },
  assignRequest: { body: ({ known }) => ({ departmentid: known.department }) },
  handOffRequest: {},
  listDepartmentOperators: { params: { department_id: ({ known }) => known.department ?? '' } },
  getTranscript: {},
  exportMessages: {},
  // Open to callers who know an id that cannot be guessed.
  getPublicTranscript: { otherIds: { request_id: [200, 404] } },
  rateRequest: { body: () => ({ rate: 5 }) },
};
