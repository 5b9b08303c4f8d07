import {
  addRequestTags,
  deleteRequestTag,
  getRequest,
  type RequestRecord,
  type RequestView,
  setParticipants,
  withResponse,
} from '@parley/sdk';

import { Refused } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { hasSame, tagNamed } from './inverse.ts';

/** Makes a call that answers with the changed conversation. */
type Change = (call: () => Promise<unknown>) => Promise<unknown>;

interface Undoable {
  assign: (member: string, before: readonly string[]) => Promise<void>;
  addTag: (tag: string, before: readonly { tag: string }[]) => Promise<void>;
  removeTag: (tag: RequestRecord['tags'][number]) => Promise<void>;
}

/**
 * Changes of a conversation that can be undone for a moment.
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

  return {
    assign: async (member, before) => {
      if (member === me) noteOwnChange([requestId]);
      await change(() => setParticipants(parley, { ...of, items: [member] }));
      if (hasSame(before, [member])) return;
      const name = people.nameOf(member) ?? t('contact.unknown');
      offer(t('conversation.assignedTo', { name }), () => giveBack([member], before));
    },
    addTag: async (tag, before) => {
      const stored = (await change(() => addRequestTags(parley, { ...of, items: [tag] }))) as RequestRecord;
      const added = tagNamed(stored.tags, tag);
      if (tagNamed(before, tag) || !added) return;
      offer(t('conversation.tagged', { tag }), () => deleteRequestTag(parley, { ...of, tag_id: added._id }));
    },
    removeTag: async ({ _id, tag, color }) => {
      await change(() => deleteRequestTag(parley, { ...of, tag_id: _id }));
      offer(t('conversation.untagged', { tag }), () => addRequestTags(parley, { ...of, items: [{ tag, color }] }));
    },
  };
}
