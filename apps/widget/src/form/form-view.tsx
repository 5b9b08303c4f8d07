import { useId, useMemo, useState } from 'preact/hooks';

import { Label } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import { type Answers, type FormField, faultOf, formFields, unanswered } from '../visit/fields.ts';

const longest = 2000;

/** The form before a conversation. */
export function FormView() {
  const state = usePanel();
  const { texts } = state;
  const fields = useMemo(() => state.formToAsk({ formFields, unanswered }), [state, texts]);
  const [answers, setAnswers] = useState<Answers>({});
  const [isChecked, setChecked] = useState(false);
  const answerOf = ({ name, type }: FormField) => answers[name] ?? (type === 'checkbox' ? false : '');
  const faulty = fields.filter((field) => faultOf(field, answerOf(field)));
  const first = fields.find(({ type }) => type !== 'static');

  return (
    <form
      class="page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (faulty.length === 0)
          state.answerForm(
            Object.fromEntries(
              fields.filter(({ type }) => type !== 'static').map((field) => [field.name, answerOf(field)]),
            ),
          );
        else event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(faulty[0]?.name ?? '')}"]`)?.focus();
      }}
    >
      <h2 class="soft">
        <Label name="LABEL_COMPLETE_FORM" />
      </h2>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          isFirst={field === first}
          value={answerOf(field)}
          isChecked={isChecked}
          onValue={(value) => setAnswers({ ...answers, [field.name]: value })}
        />
      ))}
      <button type="submit" class="primary">
        {texts.word('CONTINUE')}
      </button>
    </form>
  );
}

interface FieldProps {
  field: FormField;
  isFirst: boolean;
  value: boolean | string;
  /** The visitor has tried to continue: show errors. */
  isChecked: boolean;
  onValue: (value: boolean | string) => void;
}

function Field({ field, isFirst, value, isChecked, onValue }: FieldProps) {
  const { texts } = usePanel();
  const id = useId();
  const { name, type, label, mandatory, errorLabel, rows, options } = field;
  if (type === 'static')
    return (
      <p class="soft" dir="auto">
        <Label text={label} />
      </p>
    );
  const fault = isChecked ? faultOf(field, value) : undefined;
  const words = fault === 'missing' ? texts.word('PRECHAT_REQUIRED_ERROR') : (errorLabel ?? texts.text('NO_MATCH'));
  const shared = {
    id,
    name,
    required: mandatory,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault && `${id}-fault`,
    'data-first': isFirst ? true : undefined,
  };
  const text = String(value);
  return (
    <div class={type === 'checkbox' ? 'field check' : 'field'}>
      <label for={id}>
        <Label text={label} />
        {!mandatory && type !== 'checkbox' && <small> ({texts.text('OPTIONAL')})</small>}
      </label>
      {type === 'checkbox' && (
        <input
          type="checkbox"
          {...shared}
          checked={value === true}
          onChange={(event) => onValue(event.currentTarget.checked)}
        />
      )}
      {type === 'text' && (
        <input
          list={undefined}
          type={name === 'userEmail' ? 'email' : 'text'}
          autocomplete={name === 'userEmail' ? 'email' : name === 'userFullname' ? 'name' : undefined}
          {...shared}
          value={text}
          maxLength={longest}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {type === 'textarea' && (
        <textarea
          {...shared}
          rows={rows}
          value={text}
          maxLength={longest}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {type === 'select' && (
        <select {...shared} value={text} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="" />
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {fault && (
        <p class="bad" id={`${id}-fault`}>
          {words}
        </p>
      )}
    </div>
  );
}
