import { isParleyError, limits } from '@parley/sdk';
import { Plus } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { useActionChoices } from './action-choices.ts';
import { ActionRow } from './action-row.tsx';
import { type ActionDraft, newAction } from './actions.ts';

const { maxItems: maxActions = 20 } = limits.createMacro.actions;

interface ActionFieldsProps {
  actions: readonly ActionDraft[];
  /** A rule has a sender for its messages; a macro is run by a person. */
  of: 'macro' | 'rule';
  /** Why they could not be stored. */
  error: unknown;
  onChange: (actions: ActionDraft[]) => void;
}

/** Actions in their order: all of them are done, or none. */
export function ActionFields({ actions, of, error, onChange }: ActionFieldsProps) {
  const t = useTexts();
  const choices = useActionChoices();
  return (
    <>
      <ol className="flex flex-col gap-4">
        {actions.map((draft, index) => (
          <ActionRow
            key={draft.key}
            place={index + 1}
            count={actions.length}
            action={draft.action}
            of={of}
            choices={choices}
            problem={problemAt(error, index)}
            onChange={(action) => onChange(actions.with(index, { ...draft, action }))}
            onMove={(place) => onChange(actions.toSpliced(index, 1).toSpliced(place - 1, 0, draft))}
            onRemove={() => onChange(actions.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div>
        <Button
          onClick={() => onChange([...actions, { key: crypto.randomUUID(), action: newAction('add_tags') }])}
          refusal={actions.length >= maxActions ? t('action.most', { count: maxActions }) : undefined}
        >
          <Plus size={14} aria-hidden />
          {t('action.add')}
        </Button>
      </div>
    </>
  );
}

/** What the API says of one action or of a member of it. */
function problemAt(error: unknown, index: number): string | undefined {
  if (!isParleyError(error)) return undefined;
  const name = `actions[${index}]`;
  return error.errors.find(({ param }) => param === name || param.startsWith(`${name}.`))?.msg;
}
