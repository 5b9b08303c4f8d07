import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import {
  type Action,
  type ActionKind,
  actionKinds,
  kindOf,
  membersOf,
  messagesOf,
  newAction,
  saysMessages,
  withMember,
  withMessage,
  withNewMessage,
  withoutMessage,
} from './actions.ts';

const maxActions = 100;

/** The actions of an intent in their order. Those without a form here are shown as they are stored, and kept. */
export function ActionBlocks({
  actions,
  onChange,
}: {
  actions: readonly Action[];
  onChange: (actions: readonly Action[]) => void;
}) {
  const t = useTexts();
  const [kind, setKind] = useState<ActionKind>('reply');
  const replace = (at: number, action: Action) => onChange(actions.with(at, action));
  const move = (at: number, by: number) => {
    const moved = actions[at];
    if (moved) onChange(actions.toSpliced(at, 1).toSpliced(at + by, 0, moved));
  };
  return (
    <section aria-label={t('bots.field.actions')} className="flex flex-col gap-3">
      <header>
        <h3 className="font-semibold">{t('bots.field.actions')}</h3>
        <p className="text-small text-ink-soft">{t('bots.actionsHelp')}</p>
      </header>
      {actions.length > 0 && (
        <ol className="flex flex-col gap-3">
          {[...actions.entries()].map(([at, action]) => (
            <Block
              key={at}
              action={action}
              place={at + 1}
              onUp={at > 0 ? () => move(at, -1) : undefined}
              onDown={at < actions.length - 1 ? () => move(at, 1) : undefined}
              onRemove={() => onChange(actions.toSpliced(at, 1))}
            >
              <Members action={action} onChange={(next) => replace(at, next)} />
            </Block>
          ))}
        </ol>
      )}
      {actions.length < maxActions && (
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label={t('bots.actionKind')}
            value={kind}
            onChange={({ target }) => setKind(actionKinds.find((one) => one === target.value) ?? 'reply')}
            choices={actionKinds.map((value) => ({ value, label: t(`bots.action.${value}`) }))}
          />
          <Button onClick={() => onChange([...actions, newAction(kind)])}>
            <Plus size={14} aria-hidden />
            {t('bots.addAction')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Block({
  action,
  place,
  onUp,
  onDown,
  onRemove,
  children,
}: {
  action: Action;
  place: number;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
  children: ReactNode;
}) {
  const t = useTexts();
  const kind = kindOf(action);
  const stored = typeof action._tdActionType === 'string' ? action._tdActionType : '';
  const name = kind ? t(`bots.action.${kind}`) : t('bots.unknownAction', { kind: stored || '–' });
  return (
    <li className="rounded-box border border-line">
      <div className="flex items-center gap-1 border-b border-line bg-raised px-3 py-1">
        <span className="min-w-0 flex-1 truncate font-semibold">
          {place}. <bdi>{name}</bdi>
        </span>
        <IconButton label={t('bots.moveUp', { name })} refusal={onUp ? undefined : t('bots.isFirst')} onClick={onUp}>
          <ArrowUp size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={t('bots.moveDown', { name })}
          refusal={onDown ? undefined : t('bots.isLast')}
          onClick={onDown}
        >
          <ArrowDown size={14} aria-hidden />
        </IconButton>
        <IconButton label={t('bots.removeAction', { name })} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <div className="flex flex-col gap-3 p-3">{children}</div>
    </li>
  );
}

function Members({ action, onChange }: { action: Action; onChange: (action: Action) => void }) {
  const t = useTexts();
  const kind = kindOf(action);
  if (!kind)
    return (
      <>
        <p className="text-small text-ink-soft">{t('bots.unknownActionHelp')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <pre tabIndex={0} dir="ltr" className="max-h-48 overflow-auto rounded-box bg-raised p-2 font-mono text-small">
          {JSON.stringify(action, null, 2)}
        </pre>
      </>
    );
  if (saysMessages(kind)) return <Messages action={action} onChange={onChange} />;
  const names = membersOf[kind];
  if (names.length === 0)
    return <p className="text-small text-ink-soft">{t(`bots.actionText.${kind as 'agent' | 'close'}`)}</p>;
  return names.map((name) => (
    <Field
      key={name}
      label={t(`bots.member.${name}`)}
      dir="auto"
      value={typeof action[name] === 'string' ? action[name] : ''}
      onChange={({ target }) => onChange(withMember(action, name, target.value))}
    />
  ));
}

function Messages({ action, onChange }: { action: Action; onChange: (action: Action) => void }) {
  const t = useTexts();
  const messages = messagesOf(action) ?? [];
  return (
    <>
      {[...messages.entries()].map(([index, { at, text }]) => (
        <div key={at} className="flex items-start gap-1">
          <div className="flex-1">
            <TextArea
              label={t('bots.message', { number: index + 1 })}
              rows={2}
              value={text}
              onChange={({ target }) => onChange(withMessage(action, at, target.value))}
            />
          </div>
          {at >= 0 && messages.length > 1 && (
            <IconButton
              label={t('bots.removeMessage', { number: index + 1 })}
              onClick={() => onChange(withoutMessage(action, at))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      <span>
        <Button small onClick={() => onChange(withNewMessage(action))}>
          <Plus size={14} aria-hidden />
          {t('bots.addMessage')}
        </Button>
      </span>
    </>
  );
}
