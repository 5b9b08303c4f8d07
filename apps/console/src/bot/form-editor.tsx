import { Plus, X } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { isObject } from './actions.ts';

type Form = Record<string, unknown>;

const maxFields = 30;
const members = ['name', 'label', 'regex', 'errorLabel'] as const;

/** What the bot asks for before it answers. Members that have no field here are kept. Source: contract 60 section 7.5. */
export function FormEditor({ form, onChange }: { form: Form | undefined; onChange: (form: Form | undefined) => void }) {
  const t = useTexts();
  const fields = fieldsOf(form);
  const setFields = (next: readonly unknown[]) => onChange({ ...form, fields: next });
  return (
    <section aria-label={t('bots.field.form')} className="flex flex-col gap-3">
      <header>
        <h3 className="font-semibold">{t('bots.field.form')}</h3>
        <p className="text-small text-ink-soft">{t('bots.formHelp')}</p>
      </header>
      {form && (
        <>
          <ol className="flex flex-col gap-3">
            {[...fields.entries()].map(([at, field]) => (
              <li key={at} className="grid gap-3 rounded-box border border-line p-3 sm:grid-cols-2">
                {members.map((name) => (
                  <Field
                    key={name}
                    label={t(`bots.form.${name}`, { number: at + 1 })}
                    dir={name === 'regex' ? 'ltr' : 'auto'}
                    required={name === 'name' || name === 'label'}
                    pattern={name === 'name' ? '[A-Za-z_][A-Za-z0-9_.\\-]{0,63}' : undefined}
                    value={textAt(field, name)}
                    onChange={({ target }) => setFields(fields.with(at, withText(field, name, target.value)))}
                  />
                ))}
                <span className="sm:col-span-2">
                  <Button small look="danger" onClick={() => setFields(fields.toSpliced(at, 1))}>
                    {t('bots.removeField', { number: at + 1 })}
                  </Button>
                </span>
              </li>
            ))}
          </ol>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextArea
              label={t('bots.form.cancelCommands')}
              rows={2}
              value={commandsOf(form).join('\n')}
              onChange={({ target }) => onChange({ ...form, cancelCommands: target.value.split('\n') })}
              help={t('bots.form.cancelHelp')}
            />
            <TextArea
              label={t('bots.form.cancelReply')}
              rows={2}
              value={textAt(form, 'cancelReply')}
              onChange={({ target }) => onChange(withText(form, 'cancelReply', target.value))}
            />
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {fields.length < maxFields && (
          <Button small onClick={() => onChange(withNewField(form))}>
            <Plus size={14} aria-hidden />
            {t('bots.addField')}
          </Button>
        )}
        {form && (
          <IconButton label={t('bots.removeForm')} onClick={() => onChange(undefined)}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
    </section>
  );
}

function fieldsOf(form: Form | undefined): readonly unknown[] {
  return Array.isArray(form?.fields) ? form.fields : [];
}

function commandsOf({ cancelCommands }: Form): string[] {
  return Array.isArray(cancelCommands) ? cancelCommands.filter((one) => typeof one === 'string') : [];
}

function withNewField(form: Form | undefined): Form {
  const field = { name: '', type: 'text', label: '' };
  return { ...form, name: form?.name ?? 'form', fields: [...fieldsOf(form), field] };
}

function textAt(holder: unknown, name: string): string {
  const value = isObject(holder) ? holder[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** An emptied text that is optional is left out. */
function withText(holder: unknown, name: string, value: string): Form {
  const { [name]: _before, ...rest } = isObject(holder) ? holder : {};
  const isOptional = name !== 'name' && name !== 'label';
  return value === '' && isOptional ? rest : { ...(isObject(holder) ? holder : {}), [name]: value };
}
