import { listCannedResponses, listLeads, listRequests } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Contact, Inbox, MessageSquareText, Zap } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { matchingResponses, placeholderValues, selectionIn } from '../conversation/canned.ts';
import { selectInComposer } from '../conversation/open-composers.ts';
import { contactName } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { placeOf, readPlace } from '../inbox/views.ts';
import { actionsOfScreen } from '../keyboard/screen-actions.ts';
import { startConversation } from '../new-conversation/start.ts';
import type { ListboxOption } from '../ui/listbox.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';
import type { KeyedPlace } from './keyed-place.ts';
import { type PalettePlace, usePlaces, useRecentPlaces } from './palette-places.tsx';

interface PaletteProps {
  /** Those that the person may open. */
  screens: readonly KeyedPlace[];
  onClose: () => void;
}

/** Hits of the API for each kind. */
const maxHits = 8;

/** What was open last, actions of the screen, places, and what the words find: conversations, contacts, canned responses. */
export function Palette({ screens, onClose }: PaletteProps) {
  const t = useTexts();
  const [words, setWords] = useState('');
  const [actions] = useState(actionsOfScreen);
  const found = useFound(useDeferredValue(words));
  const places = usePlaces(screens);
  const recent = useRecentPlaces(places);
  const optionOf = ({ title, text, icon, go }: PalettePlace, key: string): ListboxOption => ({
    ...{ key, title, text, icon },
    pick: go,
  });
  const fixed: ListboxOption[] = [
    ...[...actions, { title: t('start.title'), run: () => startConversation() }].map(({ title, run }) => ({
      key: `action ${title}`,
      title,
      text: t('palette.action'),
      icon: <Zap size={16} aria-hidden />,
      pick: run,
    })),
    ...places.map((place) => optionOf({ ...place, text: place.text ?? t('palette.place') }, place.key)),
  ];
  const begun = recent.map((place) =>
    optionOf({ ...place, text: [t('palette.recent'), place.text].filter(Boolean).join(' · ') }, `recent ${place.key}`),
  );
  return (
    <Picker
      title={t('palette.title')}
      hint={t('palette.hint')}
      closeLabel={t('state.close')}
      options={(typed) => [...(typed ? [] : begun), ...narrowed(fixed, typed), ...(typed === words ? found : [])]}
      none={t('palette.none')}
      onClose={onClose}
      onWords={setWords}
    />
  );
}

/** What the API finds for at least two letters. */
function useFound(words: string): readonly ListboxOption[] {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId, drafts, threads, people, me } = useWorkplace();
  const { _splat } = useParams({ strict: false });
  const openId = _splat && readPlace(_splat)?.requestId;
  const enabled = words.length > 1;
  const conversations = useQuery({
    queryKey: ['palette', 'conversations', projectId, words],
    queryFn: ({ signal }) =>
      listRequests(
        parley,
        { full_text: words, status: 'all', view: 'row', no_count: true, limit: maxHits },
        { signal },
      ),
    enabled,
  });
  const contacts = useQuery({
    queryKey: ['palette', 'contacts', projectId, words],
    queryFn: ({ signal }) => listLeads(parley, { full_text: words, limit: maxHits }, { signal }),
    enabled,
  });
  const canned = useQuery({
    queryKey: ['canned', projectId],
    queryFn: () => listCannedResponses(parley, { limit: 200 }),
    staleTime: 60_000,
    // There is a composer that takes it.
    enabled: enabled && Boolean(openId),
  });
  if (!enabled) return [];
  const request = openId ? threads.open(openId).state().request : undefined;
  const values = placeholderValues(request?.lead.fullname, people.nameOf(me));
  const insert = (requestId: string, response: string) => {
    const text = [drafts.of(requestId).text, response].filter(Boolean).join('\n');
    drafts.edit(requestId, { text });
    const [from, to] = selectionIn(response);
    const before = text.length - response.length;
    selectInComposer(requestId, before + from, before + to);
  };
  const rows = (conversations.data?.requests ?? []) as InboxRow[];
  return [
    ...rows.map((row) => ({
      key: row.request_id,
      title: contactName(row, t),
      text: [t('palette.conversation'), row.subject || row.first_text].filter(Boolean).join(' · '),
      icon: <Inbox size={16} aria-hidden />,
      pick: () =>
        void navigate({
          to: '/$project/inbox/$',
          params: {
            project: projectId,
            _splat: placeOf({ view: { kind: row.status === 1000 ? 'closed' : 'all' }, requestId: row.request_id }),
          },
        }),
    })),
    ...(contacts.data?.leads ?? []).map(({ _id, fullname, email }) => ({
      key: _id,
      title: fullname || email || _id,
      text: [t('palette.contact'), email].filter(Boolean).join(' · '),
      icon: <Contact size={16} aria-hidden />,
      pick: () => void navigate({ to: '/$project/contacts/{-$lead}', params: { project: projectId, lead: _id } }),
    })),
    ...matchingResponses(openId && canned.data ? canned.data : [], words, values)
      .slice(0, maxHits)
      .map(({ _id, title, text }) => ({
        key: _id,
        title: title ?? '',
        text: `${t('palette.canned')} · ${text}`,
        icon: <MessageSquareText size={16} aria-hidden />,
        pick: () => openId && insert(openId, text),
      })),
  ];
}
