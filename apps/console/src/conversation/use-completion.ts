import type { RequestRecord } from '@parley/sdk';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { ListboxOption } from '../ui/listbox.tsx';
import { selectionIn } from './canned.ts';
import { useCannedResponses } from './canned-responses.ts';
import type { Draft } from './drafts.ts';
import { matchingPeople, mentionAt, withMention } from './mentions.ts';
import { useSuggestions } from './suggestions.tsx';

interface Completed {
  requestId: string;
  request: RequestRecord | undefined;
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Lists over the composer: canned responses behind `/`, teammates behind an `@` of a note. */
export function useCompletion({ requestId, request, draft, field }: Completed) {
  const t = useTexts();
  const { drafts, people, me } = useWorkplace();
  const [caret, setCaret] = useState(0);
  const responses = useCannedResponses(draft.text, request);
  const mention = draft.mode === 'note' ? mentionAt(draft.text, Math.min(caret, draft.text.length)) : undefined;

  function write(change: Partial<Draft>, from: number, to = from) {
    // Drawn at once: a caret that is set a frame later lands in the midst of what is typed meanwhile.
    flushSync(() => drafts.edit(requestId, change));
    field.current?.focus();
    field.current?.setSelectionRange(from, to);
  }

  const canned = responses?.map(({ _id, title, text }) => ({
    key: _id,
    title: title ?? '',
    text,
    pick: () => write({ text }, ...selectionIn(text)),
  }));
  const mentionable = mention && matchingPeople(teammates(), mention.typed);
  const mentions = mentionable?.map(
    ({ id, name }): ListboxOption => ({
      key: id,
      title: name,
      pick: () => {
        const { text, mentions: known } = drafts.of(requestId);
        const next = withMention(text, caret, mention?.from ?? 0, name);
        setCaret(next.caret);
        write({ text: next.text, mentions: [...new Set([...known, id])] }, next.caret);
      },
    }),
  );
  const label = t(canned ? 'composer.canned' : 'composer.people');
  // An `@` without a matching name is text like any other.
  const shown = useSuggestions(canned ?? (mentions?.length ? mentions : undefined), label, t('composer.cannedNone'));

  function teammates() {
    return people.teammates
      .map((teammate) => ({ id: userIdOf(teammate), name: nameOfTeammate(teammate) }))
      .filter(({ id, name }) => id !== me && name !== '');
  }

  return { ...shown, move: () => setCaret(field.current?.selectionStart ?? 0) };
}
