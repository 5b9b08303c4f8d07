import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { type Choice, ListChoice, withChosen } from '../condition/condition-row.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import type { ActionChoices } from './action-choices.ts';
import {
  type Action,
  type ActionType,
  newAction,
  offeredTypes,
  type SnoozeWord,
  snoozes,
  snoozeWordOf,
  tagsIn,
} from './actions.ts';

interface ActionRowProps {
  /** From 1. */
  place: number;
  count: number;
  action: Action;
  of: 'macro' | 'rule';
  choices: ActionChoices;
  /** What the API says of it. */
  problem: string | undefined;
  onChange: (action: Action) => void;
  onMove: (place: number) => void;
  onRemove: () => void;
}

/** One action: what is done, and with what. */
export function ActionRow({ place, count, action, of, choices, problem, onChange, onMove, onRemove }: ActionRowProps) {
  const t = useTexts();
  const id = useId();
  const types = offeredTypes.map((value) => ({ value, label: t(`action.type.${value}`) }));
  const isKnown = offeredTypes.some((type) => type === action.type);
  // A text that a program has chosen from the canned responses.
  const isOffered = isKnown && action.canned === undefined;
  const shown = isKnown ? types : [...types, { value: action.type, label: t(`action.type.${action.type}`) }];
  return (
    <li className="flex flex-col gap-1">
      <fieldset className="flex flex-col gap-2" aria-describedby={problem && id}>
        <legend className="sr-only">{t('action.place', { place })}</legend>
        <div className="flex items-center gap-1">
          <select
            aria-label={t('action.type')}
            value={action.type}
            onChange={({ target }) => onChange(newAction(target.value as ActionType))}
            className={classes(inputLook, 'h-9 max-w-72')}
            aria-invalid={problem ? true : undefined}
          >
            {shown.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <span className="ms-auto flex">
            <IconButton
              label={t('action.up', { place })}
              refusal={place === 1 ? t('settings.isFirst') : undefined}
              onClick={() => onMove(place - 1)}
            >
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton
              label={t('action.down', { place })}
              refusal={place === count ? t('settings.isLast') : undefined}
              onClick={() => onMove(place + 1)}
            >
              <ArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton label={t('action.remove', { place })} onClick={onRemove}>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          </span>
        </div>
        <Members action={action} of={of} choices={choices} onChange={onChange} isOffered={isOffered} />
      </fieldset>
      {problem && (
        <p id={id} className="text-small text-bad">
          {problem}
        </p>
      )}
    </li>
  );
}

interface MembersProps extends Pick<ActionRowProps, 'action' | 'of' | 'choices' | 'onChange'> {
  isOffered: boolean;
}

function Members({ action, of, choices, onChange, isOffered }: MembersProps) {
  const t = useTexts();
  const set = (changed: Partial<Action>) => onChange({ ...action, ...changed });
  const { type, text, tags, subject, people } = action;
  if (!isOffered)
    return (
      <code className="rounded-box bg-raised px-2 py-1 text-small wrap-anywhere">
        {JSON.stringify(action, null, 1)}
      </code>
    );
  switch (type) {
    case 'send_message':
    case 'add_note':
      return (
        <>
          {of === 'rule' && type === 'send_message' && (
            <Select
              label={t('action.sender')}
              value={action.sender ?? 'system'}
              choices={choices.sender}
              onChange={(sender) => set({ sender })}
            />
          )}
          <Text label={t('action.text')} value={text ?? ''} onChange={(typed) => set({ text: typed })} />
        </>
      );
    case 'notify':
      return (
        <>
          <ListChoice
            aria-label={t('action.people')}
            choices={choices.people}
            value={(people ?? []).join('\n')}
            onChange={(chosen) => set({ people: chosen.split('\n').filter(Boolean) })}
          />
          <Text label={t('action.text')} value={text ?? ''} onChange={(typed) => set({ text: typed })} />
        </>
      );
    case 'add_tags':
    case 'remove_tags':
      return <Tags tags={tags ?? []} onChange={(chosen) => set({ tags: chosen })} />;
    case 'set_subject':
      return (
        <input
          aria-label={t('action.subject')}
          value={subject ?? ''}
          required
          dir="auto"
          maxLength={500}
          onChange={({ target }) => set({ subject: target.value })}
          className={classes(inputLook, 'h-9')}
        />
      );
    case 'snooze':
      return (
        <Select
          label={t('action.value')}
          value={snoozeWordOf(action) ?? ''}
          choices={choices.snooze}
          onChange={(word) => onChange({ type, ...snoozes[word as SnoozeWord] })}
        />
      );
    default:
      return <Named action={action} of={of} choices={choices} onChange={onChange} />;
  }
}

/** The member of an action that names one of several. */
const memberOf = {
  set_priority: 'priority',
  set_department: 'department',
  assign: 'to',
  add_participant: 'member',
  add_follower: 'member',
  hand_to_bot: 'bot',
  set_sla: 'policy',
  send_survey: 'survey',
} as const;

function Named({ action, of, choices, onChange }: Omit<MembersProps, 'isOffered'>) {
  const t = useTexts();
  const member = memberOf[action.type as keyof typeof memberOf];
  if (!member) return null;
  const offered = choices[member].filter(({ value }) => !(of === 'rule' && member === 'to' && value === 'me'));
  return (
    <Select
      label={t('action.value')}
      value={String(action[member] ?? '')}
      choices={offered}
      onChange={(value) => onChange({ ...action, [member]: member === 'policy' && value === '' ? null : value })}
    />
  );
}

interface SelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

function Select({ label, value, choices, onChange }: SelectProps) {
  const all = withChosen(choices, value);
  return (
    <select
      aria-label={label}
      value={value}
      required
      onChange={({ target }) => onChange(target.value)}
      className={classes(inputLook, 'h-9 max-w-96')}
    >
      {value === '' && !all.some((one) => one.value === '') && <option value="" />}
      {all.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

function Text({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <textarea
        aria-label={label}
        aria-describedby={id}
        value={value}
        rows={3}
        required
        dir="auto"
        maxLength={1_000}
        onChange={({ target }) => onChange(target.value)}
        className={inputLook}
      />
      <p id={id} className="text-small text-ink-soft">
        {t('action.placeholders', { contact: '{{lead.fullname|…}}', ticket: '{{request.ticket_id}}' })}
      </p>
    </div>
  );
}

/** With commas between them. What is typed stays as it is. */
function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const t = useTexts();
  const [typed, setTyped] = useState(tags.join(', '));
  return (
    <input
      aria-label={t('action.tags')}
      placeholder={t('action.tags')}
      value={typed}
      required
      dir="auto"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(tagsIn(target.value));
      }}
      className={classes(inputLook, 'h-9')}
    />
  );
}
