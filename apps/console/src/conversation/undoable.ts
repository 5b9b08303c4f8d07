import {
  addRequestTags,
  deleteRequestTag,
  getRequest,
  type RequestRecord,
  type RequestView,
  type SnoozeView,
  setParticipants,
  snoozeRequest,
  wakeRequest,
  withResponse,
} from '@parley/sdk';

import { Refused } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import type { Snooze } from '../inbox/snooze-times.ts';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { hasSame, tagNamed } from './inverse.ts';

/** Makes a call that answers with the changed conversation. */
type Change = (call: () => Promise<unknown>) => Promise<unknown>;

interface Undoable {
  assign: (member: string, before: readonly string[]) => Promise<unknown>;
  /** @param added called once the conversation has the tag */
  addTag: (tag: string, before: readonly { tag: string }[], added?: () => void) => Promise<unknown>;
  removeTag: (tag: RequestRecord['tags'][number]) => Promise<unknown>;
  snooze: (snooze: Snooze, before: SnoozeView | undefined) => Promise<unknown>;
  wake: (before: SnoozeView | undefined) => Promise<unknown>;
}

/**
 * Changes of a conversation that can be undone for a moment. What follows a change is a part of the call, which is repeated as a whole
 * when it was refused.
 * @param onChanged takes the conversation as the undoing has left it, also when its screen is gone
 */
export function useUndoable(requestId: string, change: Change, onChanged: (request: RequestRecord) => void): Undoable {
  const t = useTexts();
  const { parley, people, me } = useWorkplace();
  const of = { request_id: requestId };

  function offer(title: string, undo: () => Promise<RequestView>) {
    offerUndo({
      title,
      label: t('conversation.undo'),
      action: 'conversation.undo',
      undo: async () => onChanged((await undo()) as RequestRecord),
    });
  }

  /** Who was chosen leaves, who was there before comes back; not over what a colleague has decided since. */
  async function giveBack(set: readonly string[], before: readonly string[]): Promise<RequestView> {
    const { data, etag } = await withResponse(getRequest)(parley, of);
    if (!hasSame((data as RequestRecord).participants, set)) throw new Refused(t('undo.changed'));
    if (before.includes(me)) noteOwnChange([requestId]);
    return setParticipants(parley, { ...of, items: [...before] }, { ifMatch: etag });
  }

  /** As it was before, unless a teammate has decided since. @param set when it was snoozed; nothing for one that was woken */
  async function snoozeBack(set: string | undefined, before: SnoozeView | undefined): Promise<RequestView> {
    const { data, etag } = await withResponse(getRequest)(parley, of);
    if ((data as RequestRecord).snooze?.at !== set) throw new Refused(t('undo.snoozeChanged'));
    if (!before) return wakeRequest(parley, of, { ifMatch: etag });
    const { until, wake_on_reply, reason } = before;
    return snoozeRequest(
      parley,
      { ...of, ...(until && { until }), wake_on_reply, ...(reason && { reason }) },
      { ifMatch: etag },
    );
  }

  return {
    assign: (member, before) => {
      if (member === me) noteOwnChange([requestId]);
      return change(async () => {
        const stored = await setParticipants(parley, { ...of, items: [member] });
        const name = people.nameOf(member) ?? t('contact.unknown');
        if (!hasSame(before, [member])) offer(t('conversation.assignedTo', { name }), () => giveBack([member], before));
        return stored;
      });
    },
    addTag: (tag, before, added) =>
      change(async () => {
        const stored = (await addRequestTags(parley, { ...of, items: [tag] })) as RequestRecord;
        const one = tagNamed(stored.tags, tag);
        if (one && !tagNamed(before, tag))
          offer(t('conversation.tagged', { tag }), () => deleteRequestTag(parley, { ...of, tag_id: one._id }));
        added?.();
        return stored;
      }),
    removeTag: ({ _id, tag, color }) =>
      change(async () => {
        const stored = await deleteRequestTag(parley, { ...of, tag_id: _id });
        offer(t('conversation.untagged', { tag }), () => addRequestTags(parley, { ...of, items: [{ tag, color }] }));
        return stored;
      }),
    snooze: (snooze, before) =>
      change(async () => {
        const stored = (await snoozeRequest(parley, { ...of, ...snooze })) as RequestRecord;
        offer(t('snooze.done'), () => snoozeBack(stored.snooze?.at, before));
        return stored;
      }),
    wake: (before) =>
      change(async () => {
        const stored = await wakeRequest(parley, of);
        offer(t('snooze.woken'), () => snoozeBack(undefined, before));
        return stored;
      }),
  };
}
