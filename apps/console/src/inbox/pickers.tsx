import { listLeads, listTags } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Bot, Building2, Contact, Plus, Tag, X } from 'lucide-react';
import { type RefObject, useDeferredValue, useState, useSyncExternalStore } from 'react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';
import { useDepartments } from './views-column.tsx';

interface ChoiceProps {
  onPick: (id: string) => void;
  onClose: () => void;
  /** Opens below this control, where it is in view. */
  anchor?: RefObject<HTMLElement | null>;
  /** What holds now, by id. */
  chosen?: readonly string[];
}

/** A teammate or bot, by user id or `bot_<id>`. Those who are away or full can be chosen; the line says so. */
export function PersonPicker({ onPick, onClose, anchor, chosen = [] }: ChoiceProps) {
  const t = useTexts();
  const { people, me } = useWorkplace();
  const all = useSyncExternalStore(people.subscribe, () => people.teammates);
  const teammates = all.map((teammate) => {
    const id = userIdOf(teammate);
    const state = !teammate.user_available ? t('pick.unavailable') : teammate.isBusy ? t('pick.busy') : undefined;
    return {
      key: id,
      title: id === me ? t('pick.me', { name: nameOfTeammate(teammate) }) : nameOfTeammate(teammate),
      text: state,
      icon: <Avatar tiny id={id} name={nameOfTeammate(teammate)} picture={people.pictureOf(id)} />,
      isCurrent: chosen.includes(id),
      pick: () => onPick(id),
    };
  });
  const bots = people.bots.map(({ id, name }) => ({
    key: id,
    title: name,
    icon: <Bot size={14} aria-hidden />,
    isCurrent: chosen.includes(id),
    pick: () => onPick(id),
  }));
  return (
    <Picker
      title={t('conversation.assignTo')}
      anchor={anchor}
      hint={t('pick.personHint')}
      closeLabel={t('state.close')}
      options={(words) => narrowed([...teammates, ...bots], words)}
      none={t('pick.none')}
      onClose={onClose}
    />
  );
}

/** A department, by id. */
export function DepartmentPicker({ onPick, onClose, anchor, chosen = [] }: ChoiceProps) {
  const t = useTexts();
  const departments = useDepartments().map(({ _id, name }) => ({
    key: _id,
    title: name,
    icon: <Building2 size={14} aria-hidden />,
    isCurrent: chosen.includes(_id),
    pick: () => onPick(_id),
  }));
  return (
    <Picker
      title={t('conversation.department')}
      anchor={anchor}
      hint={t('pick.departmentHint')}
      closeLabel={t('state.close')}
      options={(words) => narrowed(departments, words)}
      none={t('pick.none')}
      onClose={onClose}
    />
  );
}

/** A tag of the project, or a new one, by its name. */
export function TagPicker({ onPick, onClose }: ChoiceProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data = [] } = useQuery({
    queryKey: ['tags', projectId],
    queryFn: () => listTags(parley, { limit: 200 }),
    staleTime: 60_000,
  });
  const options = (words: string) => {
    const known = narrowed(
      data.map(({ tag }) => ({ key: tag, title: tag, icon: <Tag size={14} aria-hidden />, pick: () => onPick(tag) })),
      words,
    );
    if (words === '' || known.some(({ title }) => title.toLocaleLowerCase() === words.toLocaleLowerCase()))
      return known;
    const isNew = {
      key: `new ${words}`,
      title: t('pick.newTag', { tag: words }),
      icon: <Plus size={14} aria-hidden />,
      pick: () => onPick(words.slice(0, 100)),
    };
    return [...known, isNew];
  };
  return (
    <Picker
      title={t('contact.addTag')}
      hint={t('pick.tagHint')}
      closeLabel={t('state.close')}
      options={options}
      none={t('pick.tagHint')}
      onClose={onClose}
    />
  );
}

/** Contacts listed at most; words narrow further. */
const maxContacts = 20;

/** A contact that the words find, by id; or again none. */
export function ContactPicker({
  isChosen,
  onPick,
  onClose,
}: {
  isChosen: boolean;
  onPick: (lead: string | undefined) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words);
  const { data } = useQuery({
    queryKey: ['contact-names', projectId, asked],
    queryFn: ({ signal }) => listLeads(parley, { ...(asked && { full_text: asked }), limit: maxContacts }, { signal }),
    placeholderData: (former) => former,
  });
  const contacts = (data?.leads ?? []).map(({ _id, fullname, email }) => ({
    key: _id,
    title: fullname || email || _id,
    text: fullname ? email : undefined,
    icon: <Contact size={14} aria-hidden />,
    pick: () => onPick(_id),
  }));
  const none = {
    key: 'none',
    title: t('inbox.filter.any'),
    icon: <X size={14} aria-hidden />,
    pick: () => onPick(undefined),
  };
  return (
    <Picker
      title={t('inbox.filter.lead')}
      hint={t('pick.contactHint')}
      closeLabel={t('state.close')}
      options={(typed) => (isChosen && typed === '' ? [none, ...contacts] : contacts)}
      none={t('pick.none')}
      onClose={onClose}
      onWords={setWords}
    />
  );
}
