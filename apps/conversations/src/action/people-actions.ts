import { participantApi, requestErrors, routingApi } from '@parley/contracts';

import { refuseRemoval } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { joinersNotIn, joinersOf, seatTakers } from '../directory/joiners.ts';
import { add, type Joiner, refuseClosed, remove, set } from '../participant/membership.ts';
import { noSeats } from '../participant/seats.ts';
import { unchanged } from '../request-state/change.ts';
import { bareId, botMember, type SupportRequest } from '../request-state/request.ts';
import { chosenDepartment, chosenRouting } from '../routing/chosen-routing.ts';
import { route } from '../routing/routing.ts';
import { type Performer, personOf, refuseUnlessMayCall } from './performer.ts';
import type { ActionMembers, ActionPlace, PreparedAction } from './prepared-action.ts';

/** Actions on who serves a request. */

export function setDepartment(
  _context: Context,
  performer: Performer,
  { department, nobot = false }: ActionMembers,
): PreparedAction {
  refuseUnlessMayCall(performer, routingApi.routeRequest);
  return {
    needs: (current) => ({ routing: [chosenDepartment(current, department)] }),
    decide(current, facts) {
      refuseClosed(current);
      const { routingContext, ...pass } = chosenRouting(current, department, facts);
      const moved = routingContext.department.id !== current.departmentId;
      const assignmentType = moved ? 'manual_reassign_department' : 'auto';
      return route(
        current,
        routingContext,
        { nobot, source: 'departments', comment: 'runActions', assignmentType },
        pass,
      );
    },
  };
}

/** Never above a limit, even when a supervisor assigns. */
export async function assign(
  context: Context,
  performer: Performer,
  { to = '' }: ActionMembers,
  { id_project }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, participantApi.setParticipants);
  const member = to === 'me' ? personOf(performer, 'to') : to;
  const joiners = to === 'nobody' ? [] : await joinersOf(context, id_project, [member], () => 'to');
  const mover = { ...performer.mover, supervisor: false };
  return {
    needs: () => ({ seats: seatTakers(joiners) }),
    decide(current, facts) {
      refuseClosed(current);
      return set(current, joiners, mover, { ...facts, seats: facts.seats(takersIn(current, joiners)) });
    },
  };
}

export async function addParticipant(
  context: Context,
  performer: Performer,
  { member = '' }: ActionMembers,
  { id_project }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, participantApi.addParticipant);
  const joiners = await joinersOf(context, id_project, [member], () => 'member');
  return {
    needs: () => ({ seats: seatTakers(joiners) }),
    decide(current, facts) {
      refuseClosed(current);
      const [joiner] = joinersNotIn(current, joiners);
      const seats = facts.seats(takersIn(current, joiners));
      return joiner ? add(current, joiner, performer.mover, { ...facts, seats }) : unchanged(current);
    },
  };
}

export async function removeParticipant(
  context: Context,
  performer: Performer,
  { member = '' }: ActionMembers,
  { id_project }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, participantApi.removeParticipant);
  const known = await context.members.findAny(id_project, member);
  const names = [member, botMember(bareId(member)), known?.id ?? ''];
  return {
    decide(current, facts) {
      const leaver = current.participants.find((one) => names.includes(one));
      if (leaver === undefined) return unchanged(current);
      refuseRemoval(performer.actor, leaver, current);
      const reason = leaver === performer.principal ? 'left' : 'removed';
      const how = { reason, source: 'participants', comment: 'runActions' } as const;
      return remove(current, leaver, how, { ...facts, seats: noSeats });
    },
  };
}

export async function handToBot(
  context: Context,
  performer: Performer,
  { bot = '' }: ActionMembers,
  { id_project }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, routingApi.replaceBot);
  const [found] = await context.livingBots.findNamed(id_project, [bareId(bot)]);
  if (!found) throw requestErrors.bot_not_found();
  const how = { source: 'replace', comment: 'runActions', assignmentType: 'manual_reassign_bot' } as const;
  return {
    decide(current, facts) {
      refuseClosed(current);
      const joiner = { member: botMember(found.id), limit: null };
      return set(current, [joiner], performer.mover, { ...facts, seats: noSeats }, how);
    },
  };
}

function takersIn(current: SupportRequest, joiners: readonly Joiner[]): string[] {
  return seatTakers(joinersNotIn(current, joiners));
}
