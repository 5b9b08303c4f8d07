import {
  bulkApi,
  counterApi,
  customEventApi,
  directMessageApi,
  engineApi,
  feedApi,
  followerApi,
  macroApi,
  mentionApi,
  mergeApi,
  messageApi,
  messageStatusApi,
  noteApi,
  participantApi,
  readPositionApi,
  requestApi,
  requestEditApi,
  requestExportApi,
  requestTagApi,
  retentionApi,
  routingApi,
  ruleApi,
  scheduleApi,
  slaApi,
  snoozeApi,
  surveyApi,
  transcriptApi,
  viewApi,
} from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import { bulkRequests } from './bulk/bulk-requests.ts';
import type { Context } from './context.ts';
import { getRequestCounters } from './counters/get-request-counters.ts';
import { emitEvent } from './custom-event/emit-event.ts';
import { getEvent } from './custom-event/get-event.ts';
import { listEvents } from './custom-event/list-events.ts';
import { acknowledgeMessage } from './delivery-status/acknowledge-message.ts';
import { acknowledgeMessages } from './delivery-status/acknowledge-messages.ts';
import { sendDirectMessage } from './direct-message/send-direct-message.ts';
import { listEngineDeliveries } from './engine/list-engine-deliveries.ts';
import { redriveEngineDeliveries } from './engine/redrive-engine-deliveries.ts';
import { redriveEngineDelivery } from './engine/redrive-engine-delivery.ts';
import { reportEngineStatus } from './engine/report-engine-status.http.ts';
import { listChanges } from './feed/list-changes.http.ts';
import { addFollower } from './follower/add-follower.ts';
import { removeFollower } from './follower/remove-follower.ts';
import { setFollowers } from './follower/set-followers.ts';
import { createHold } from './hold/create-hold.ts';
import { deleteHold } from './hold/delete-hold.ts';
import { listHolds } from './hold/list-holds.ts';
import { createMacro } from './macro/create-macro.ts';
import { deleteMacro } from './macro/delete-macro.ts';
import { getMacro } from './macro/get-macro.ts';
import { listMacros } from './macro/list-macros.ts';
import { previewMacro } from './macro/preview-macro.ts';
import { runMacro } from './macro/run-macro.ts';
import { updateMacro } from './macro/update-macro.ts';
import { listMentions } from './mention/list-mentions.ts';
import { linkRequest } from './merge/link-request.ts';
import { listRelatedRequests } from './merge/list-related-requests.ts';
import { mergeRequest } from './merge/merge-request.ts';
import { unlinkRequest } from './merge/unlink-request.ts';
import { unmergeRequest } from './merge/unmerge-request.ts';
import { exportProjectMessages } from './message/export-project-messages.http.ts';
import { getMessage } from './message/get-message.ts';
import { listMessages } from './message/list-messages.ts';
import { listProjectMessages } from './message/list-project-messages.ts';
import { sendMessage } from './message/send-message.ts';
import { sendMessages } from './message/send-messages.ts';
import { addNote } from './note/add-note.ts';
import { deleteNote } from './note/delete-note.ts';
import { addParticipant } from './participant/add-participant.ts';
import { claimRequest } from './participant/claim-request.ts';
import { removeParticipant } from './participant/remove-participant.ts';
import { replaceBot } from './participant/replace-bot.ts';
import { setParticipants } from './participant/set-participants.ts';
import { setReadPosition } from './read-position/set-read-position.ts';
import { redactMessage } from './redaction/redact-message.ts';
import { closeOwnRequest } from './request/close-own-request.ts';
import { closeRequest } from './request/close-request.ts';
import { createRequest } from './request/create-request.ts';
import { deleteRequest } from './request/delete-request.ts';
import { getRequest } from './request/get-request.ts';
import { lookupRequestProject } from './request/lookup-request-project.ts';
import { rateRequest } from './request/rate-request.ts';
import { reopenRequest } from './request/reopen-request.ts';
import { updateRequest } from './request/update-request.ts';
import { updateRequestAttributes } from './request/update-request-attributes.ts';
import { countRequests } from './request-list/count-requests.ts';
import { exportRequests } from './request-list/export-requests.http.ts';
import { listMyRequests } from './request-list/list-my-requests.ts';
import { listRequestHistory } from './request-list/list-request-history.ts';
import { listRequests } from './request-list/list-requests.ts';
import { previewRetention } from './retention/preview-retention.ts';
import { assignRequest } from './routing/assign-request.ts';
import { handOffRequest } from './routing/hand-off-request.ts';
import { listDepartmentOperators } from './routing/list-department-operators.ts';
import { routeRequest } from './routing/route-request.ts';
import { createRule } from './rule/create-rule.ts';
import { deleteRule } from './rule/delete-rule.ts';
import { dryRunRule } from './rule/dry-run-rule.ts';
import { explainRules } from './rule/explain-rules.ts';
import { getRule } from './rule/get-rule.ts';
import { listRequestRuleRuns } from './rule/list-request-rule-runs.ts';
import { listRuleRuns } from './rule/list-rule-runs.ts';
import { listRules } from './rule/list-rules.ts';
import { orderRules } from './rule/order-rules.ts';
import { updateRule } from './rule/update-rule.ts';
import { cancelScheduledMessage } from './schedule/cancel-scheduled-message.ts';
import { listScheduledMessages } from './schedule/list-scheduled-messages.ts';
import { scheduleMessage } from './schedule/schedule-message.ts';
import { updateScheduledMessage } from './schedule/update-scheduled-message.ts';
import { createSlaPolicy } from './service-level/create-sla-policy.ts';
import { deleteSlaPolicy } from './service-level/delete-sla-policy.ts';
import { getRequestSla } from './service-level/get-request-sla.ts';
import { getSlaPolicy } from './service-level/get-sla-policy.ts';
import { listSlaPolicies } from './service-level/list-sla-policies.ts';
import { orderSlaPolicies } from './service-level/order-sla-policies.ts';
import { pinRequestSla } from './service-level/pin-request-sla.ts';
import { unpinRequestSla } from './service-level/unpin-request-sla.ts';
import { updateSlaPolicy } from './service-level/update-sla-policy.ts';
import { snoozeRequest } from './snooze/snooze-request.ts';
import { wakeRequest } from './snooze/wake-request.ts';
import { answerSurvey } from './survey/answer-survey.ts';
import { createSurvey } from './survey/create-survey.ts';
import { deleteSurvey } from './survey/delete-survey.ts';
import { getPublicSurvey } from './survey/get-public-survey.ts';
import { getSurvey } from './survey/get-survey.ts';
import { listRatingComments } from './survey/list-rating-comments.ts';
import { listSurveys } from './survey/list-surveys.ts';
import { updateSurvey } from './survey/update-survey.ts';
import { addRequestTags } from './tag/add-request-tags.ts';
import { deleteRequestTag } from './tag/delete-request-tag.ts';
import { removeRequestTags } from './tag/remove-request-tags.ts';
import { exportMessages } from './transcript/export-messages.http.ts';
import { getPublicTranscript } from './transcript/get-public-transcript.http.ts';
import { getTranscript } from './transcript/get-transcript.http.ts';
import { countViews } from './view/count-views.ts';
import { createView } from './view/create-view.ts';
import { deleteView } from './view/delete-view.ts';
import { getView } from './view/get-view.ts';
import { listViews } from './view/list-views.ts';
import { updateView } from './view/update-view.ts';

export const http = combine<Context>(
  implement<typeof bulkApi, Context>(bulkApi, {
    bulkRequests: bulkRequests({
      closeRequest,
      reopenRequest,
      claimRequest,
      setParticipants,
      routeRequest,
      addRequestTags,
      removeRequestTags,
      updateRequest,
      addFollower,
      removeFollower,
      setReadPosition,
      snoozeRequest,
      wakeRequest,
      pinRequestSla,
    }),
  }),
  implement<typeof counterApi, Context>(counterApi, { getRequestCounters }),
  implement<typeof customEventApi, Context>(customEventApi, { emitEvent, listEvents, getEvent }),
  implement<typeof engineApi, Context>(engineApi, {
    reportEngineStatus,
    listEngineDeliveries,
    redriveEngineDelivery,
    redriveEngineDeliveries,
  }),
  implement<typeof feedApi, Context>(feedApi, { listChanges }),
  implement<typeof directMessageApi, Context>(directMessageApi, {
    sendDirectMessage,
    listProjectMessages,
    exportProjectMessages,
  }),
  implement<typeof macroApi, Context>(macroApi, {
    createMacro,
    deleteMacro,
    getMacro,
    listMacros,
    previewMacro,
    runMacro,
    updateMacro,
  }),
  implement<typeof messageApi, Context>(messageApi, {
    sendMessage,
    sendMessages,
    listMessages,
    getMessage,
    redactMessage,
  }),
  implement<typeof messageStatusApi, Context>(messageStatusApi, { acknowledgeMessage, acknowledgeMessages }),
  implement<typeof readPositionApi, Context>(readPositionApi, { setReadPosition }),
  implement<typeof noteApi, Context>(noteApi, { addNote, deleteNote }),
  implement<typeof participantApi, Context>(participantApi, { addParticipant, setParticipants, removeParticipant }),
  implement<typeof followerApi, Context>(followerApi, { addFollower, setFollowers, removeFollower }),
  implement<typeof requestEditApi, Context>(requestEditApi, { updateRequest, updateRequestAttributes, deleteRequest }),
  implement<typeof requestExportApi, Context>(requestExportApi, { exportRequests }),
  implement<typeof requestTagApi, Context>(requestTagApi, { addRequestTags, deleteRequestTag }),
  implement<typeof routingApi, Context>(routingApi, {
    claimRequest,
    replaceBot,
    routeRequest,
    handOffRequest,
    assignRequest,
    listDepartmentOperators,
  }),
  implement<typeof mentionApi, Context>(mentionApi, { listMentions }),
  implement<typeof ruleApi, Context>(ruleApi, {
    createRule,
    deleteRule,
    dryRunRule,
    explainRules,
    getRule,
    listRequestRuleRuns,
    listRuleRuns,
    listRules,
    orderRules,
    updateRule,
  }),
  implement<typeof slaApi, Context>(slaApi, {
    createSlaPolicy,
    deleteSlaPolicy,
    getRequestSla,
    getSlaPolicy,
    listSlaPolicies,
    orderSlaPolicies,
    pinRequestSla,
    unpinRequestSla,
    updateSlaPolicy,
  }),
  implement<typeof retentionApi, Context>(retentionApi, { previewRetention, listHolds, createHold, deleteHold }),
  implement<typeof surveyApi, Context>(surveyApi, {
    ...{ listSurveys, createSurvey, getSurvey, updateSurvey, deleteSurvey, getPublicSurvey, answerSurvey },
    listRatingComments,
  }),
  implement<typeof snoozeApi, Context>(snoozeApi, { snoozeRequest, wakeRequest }),
  implement<typeof mergeApi, Context>(mergeApi, {
    mergeRequest,
    unmergeRequest,
    listRelatedRequests,
    linkRequest,
    unlinkRequest,
  }),
  implement<typeof scheduleApi, Context>(scheduleApi, {
    listScheduledMessages,
    scheduleMessage,
    updateScheduledMessage,
    cancelScheduledMessage,
  }),
  implement<typeof transcriptApi, Context>(transcriptApi, { getTranscript, exportMessages, getPublicTranscript }),
  implement<typeof viewApi, Context>(viewApi, {
    countViews,
    createView,
    deleteView,
    getView,
    listViews,
    updateView,
  }),
  implement<typeof requestApi, Context>(requestApi, {
    listRequests,
    listMyRequests,
    countRequests,
    lookupRequestProject,
    createRequest,
    getRequest,
    listRequestHistory,
    closeRequest,
    closeOwnRequest,
    reopenRequest,
    rateRequest,
  }),
);
