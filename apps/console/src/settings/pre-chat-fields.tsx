import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import type { PreChatField } from './widget-form.ts';

const types = ['text', 'textarea', 'checkbox', 'select', 'static'] as const;

/** What the widget asks for without fields of the project’s own. Source: contract 81 section 3.2. */
const usual: readonly PreChatField[] = [
  { name: 'userFullname', type: 'text', mandatory: true, label: 'LABEL_PRECHAT_USER_FULLNAME' },
  { name: 'userEmail', type: 'text', mandatory: true, label: 'LABEL_PRECHAT_USER_EMAIL' },
];

/** The fields that visitors fill in first, in their order. */
export function PreChatFields({
  fields,
  onChange,
}: {
  fields: readonly PreChatField[];
  onChange: (fields: readonly PreChatField[]) => void;
}) {
  const t = useTexts();
  const id = useId();
  if (fields.length === 0)
    return (
      <div className="flex flex-col items-start gap-2">
        <p>{t('settings.preChat.usual')}</p>
        <Button onClick={() => onChange(usual)}>{t('settings.preChat.own')}</Button>
      </div>
    );
  const change = (at: number, field: Partial<PreChatField>) =>
    onChange(fields.map((one, n) => (n === at ? { ...one, ...field } : one)));
  const swap = (at: number, other: number) => {
    const [one, two] = [fields[at], fields[other]];
    if (one && two) onChange(fields.with(at, two).with(other, one));
  };
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {fields.map((field, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while it is typed, the name of a field is not its own.
          <li key={n} className="rounded-box border border-line p-3">
            <fieldset aria-labelledby={`${id}-${n}`} className="flex min-w-0 flex-col gap-3">
              <div className="flex items-center justify-between gap-2">
                <h3 id={`${id}-${n}`} className="font-semibold">
                  {t('settings.preChat.field', { number: n + 1 })}
                </h3>
                <span className="flex">
                  <IconButton
                    label={t('settings.preChat.up', { number: n + 1 })}
                    refusal={n === 0 ? t('settings.preChat.isFirst') : undefined}
                    onClick={() => swap(n, n - 1)}
                  >
                    <ArrowUp size={16} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('settings.preChat.down', { number: n + 1 })}
                    refusal={n === fields.length - 1 ? t('settings.preChat.isLast') : undefined}
                    onClick={() => swap(n, n + 1)}
                  >
                    <ArrowDown size={16} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('settings.preChat.remove', { number: n + 1 })}
                    onClick={() => onChange(fields.filter((_, at) => at !== n))}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                </span>
              </div>
              <FieldEditor field={field} onChange={(next) => change(n, next)} />
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button onClick={() => onChange([...fields, { name: '', type: 'text', mandatory: false, label: '' }])}>
          <Plus size={16} aria-hidden />
          {t('settings.preChat.add')}
        </Button>
      </div>
    </div>
  );
}

function FieldEditor({ field, onChange }: { field: PreChatField; onChange: (change: Partial<PreChatField>) => void }) {
  const t = useTexts();
  const { label, options } = field;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('settings.preChat.name')}
          required
          maxLength={100}
          value={field.name}
          onChange={(event) => onChange({ name: event.target.value })}
          help={t('settings.preChat.nameHelp')}
        />
        <SelectField
          label={t('settings.preChat.type')}
          value={field.type}
          onChange={(event) => onChange({ type: event.target.value })}
          choices={types.map((value) => ({ value, label: t(`settings.preChat.type.${value}`) }))}
        />
      </div>
      {typeof label === 'object' && label !== null ? (
        Object.entries(label).map(([language, text]) => (
          <Field
            key={language}
            label={t('settings.preChat.labelIn', { language })}
            dir="auto"
            value={String(text)}
            onChange={(event) => onChange({ label: { ...label, [language]: event.target.value } })}
          />
        ))
      ) : (
        <Field
          label={t('settings.preChat.label')}
          dir="auto"
          required
          value={typeof label === 'string' ? label : ''}
          onChange={(event) => onChange({ label: event.target.value })}
          help={t('settings.preChat.labelHelp')}
        />
      )}
      {field.type === 'select' && areTexts(options) && (
        <TextArea
          label={t('settings.preChat.options')}
          rows={3}
          value={(options ?? []).join('\n')}
          onChange={(event) => onChange({ options: event.target.value.split('\n') })}
        />
      )}
      {field.type !== 'static' && (
        <CheckField
          label={t('settings.preChat.mandatory')}
          checked={field.mandatory === true}
          onChange={(event) => onChange({ mandatory: event.target.checked })}
        />
      )}
    </>
  );
}

/** Choices of another shape are kept as they are. */
function areTexts(options: unknown): options is string[] | undefined {
  return options === undefined || (Array.isArray(options) && options.every((option) => typeof option === 'string'));
}
