import {
  type ActionType,
  customEventApi,
  defaultTagColor,
  followerApi,
  requestApi,
  requestEditApi,
  requestErrors,
  requestTagApi,
  slaApi,
  snoozeApi,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import { setFollowers } from '../follower/followers.ts';
import { followersNamed } from '../follower/followers-named.ts';
import { readerOfRecords } from '../owned/reader.ts';
import { refuseClosed } from '../participant/membership.ts';
import { edit, mergeAttributes } from '../request/edit.ts';
import { reopeningNeeds } from '../request/facts.ts';
import { close, isReopenable, reopen } from '../request/lifecycle.ts';
import { unchanged } from '../request-state/change.ts';
import { withoutServerKeys } from '../request-state/message.ts';
import { snooze, wake } from '../snooze/snooze.ts';
import { snoozeOf } from '../snooze/snooze-of.ts';
import { addTags, removeTags } from '../tag/tags.ts';
import { addParticipant, assign, handToBot, removeParticipant, setDepartment } from './people-actions.ts';
import { type Performer, refuseOther, refuseUnlessMayCall } from './performer.ts';
import { filled } from './placeholders.ts';
import type { ActionMembers, ActionPlace, PreparedAction } from './prepared-action.ts';
import { addNote, notify, sendMessage } from './word-actions.ts';

/** Prepares one action: asks other services what it needs to know, before any lock. @throws what the caller may not do */
type Prepare = (
  context: Context,
  performer: Performer,
  action: ActionMembers,
  place: ActionPlace,
) => PreparedAction | Promise<PreparedAction>;

const comment = 'runActions';
const maxSubjectLength = 500;

/** Every action; a new one is a line here and its members in the contract. Source: contract 25 section 3. */
export const actions: Record<ActionType, Prepare> = {
  send_message: sendMessage,
  add_note: addNote,
  notify,
  set_department: setDepartment,
  assign,
  add_participant: addParticipant,
  remove_participant: removeParticipant,
  hand_to_bot: handToBot,
  add_tags(_context, performer, { tags = [] }) {
    refuseUnlessMayCall(performer, requestTagApi.addRequestTags);
    const named = tags.map((tag) => ({ tag, color: defaultTagColor }));
    return { decide: (current, { at }) => addTags(current, named, { at, newId }) };
  },
  remove_tags(_context, performer, { tags = [] }) {
    refuseUnlessMayCall(performer, requestTagApi.deleteRequestTag);
    return { decide: (current, { at }) => removeTags(current, tags, at) };
  },
  set_priority(_context, performer, { priority = 'normal' }) {
    refuseUnlessMayCall(performer, requestEditApi.updateRequest);
    return { decide: (current, facts) => edit(current, { fields: { priority } }, performer.principal, facts) };
  },
  set_subject(_context, performer, { subject = '' }, { projectName }) {
    refuseUnlessMayCall(performer, requestEditApi.updateRequest);
    return {
      decide(current, facts) {
        const said = filled(subject, { request: current, projectName }, maxSubjectLength);
        return edit(current, { fields: { subject: said } }, performer.principal, facts);
      },
    };
  },
  set_attributes(_context, performer, { attributes = {} }) {
    refuseUnlessMayCall(performer, requestEditApi.updateRequestAttributes);
    return { decide: (current, { at }) => mergeAttributes(current, withoutServerKeys(attributes), at) };
  },
  async add_follower(context, performer, { member = '' }, { id_project }) {
    refuseUnlessMayCall(performer, followerApi.addFollower);
    const followers = await followersNamed(context, id_project, [member], () => 'member');
    return {
      decide: (current, { at }) => setFollowers(current, [...current.followers, ...followers], at, comment),
    };
  },
  close(_context, performer, { survey }) {
    const isAsked = survey !== false;
    refuseUnlessMayCall(performer, requestApi.closeRequest);
    return {
      decide(current, { at }) {
        refuseOther(performer, current);
        return close(current, performer.principal, at, comment, isAsked);
      },
    };
  },
  reopen(_context, performer) {
    refuseUnlessMayCall(performer, requestApi.reopenRequest);
    return {
      // An action before may have closed it.
      needs: reopeningNeeds,
      decide: (current, facts) =>
        isReopenable(current) ? reopen(current, facts.reopening(current), comment) : unchanged(current),
    };
  },
  async snooze(context, performer, input, { id_project }) {
    refuseUnlessMayCall(performer, snoozeApi.snoozeRequest);
    const calendar = input.opening === undefined ? undefined : await context.calendars.ofProject(id_project);
    return {
      decide(current, { at }) {
        refuseOther(performer, current);
        return snooze(current, snoozeOf(input, calendar, performer.principal, at), at);
      },
    };
  },
  wake(_context, performer) {
    refuseUnlessMayCall(performer, snoozeApi.wakeRequest);
    return {
      decide(current, { at }) {
        refuseOther(performer, current);
        return wake(current, 'person', at, comment);
      },
    };
  },
  async set_sla(context, performer, { policy = null }, { id_project }) {
    refuseUnlessMayCall(performer, slaApi.pinRequestSla);
    if (policy !== null) await context.policies.get(id_project, policy);
    return {
      decide(current) {
        refuseOther(performer, current);
        refuseClosed(current);
        return { ...unchanged(current), slaChange: { why: 'pinned', pin: policy } };
      },
    };
  },
  async send_survey(context, performer, { survey = '' }, { id_project }) {
    refuseUnlessMayCall(performer, requestApi.closeRequest);
    const id = String(survey);
    await context.surveys.get(id_project, id, readerOfRecords(performer.actor));
    return {
      decide(current, _facts, effects) {
        refuseOther(performer, current);
        const { closedAt, mergedInto } = current;
        if (closedAt === null || mergedInto !== null) throw requestErrors.status_not_allowed();
        effects.surveys.push({ survey: id, closedAt });
        return unchanged(current);
      },
    };
  },

  emit(_context, performer, { name = '', attributes = {} }) {
    refuseUnlessMayCall(performer, customEventApi.emitEvent);
    return {
      decide(current, _facts, effects) {
        effects.events.push({ name, attributes: { ...attributes, request_id: current.requestId } });
        return unchanged(current);
      },
    };
  },
};
