import { type ProjectView, previewRetention } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

const kinds = ['closed_requests', 'drafts', 'leads_without_requests'] as const;
type Kind = (typeof kinds)[number];

/** Days as typed; empty: never. */
type RetentionForm = Record<Kind, string>;

const words = {
  closed_requests: 'settings.expiry.closed',
  drafts: 'settings.expiry.drafts',
  leads_without_requests: 'settings.expiry.leads',
} as const;

function formOf({ settings }: ProjectView): RetentionForm {
  const days = Object(settings.retention) as Partial<Record<Kind, unknown>>;
  const textOf = (kind: Kind) => (typeof days[kind] === 'number' && days[kind] > 0 ? String(days[kind]) : '');
  return {
    closed_requests: textOf('closed_requests'),
    drafts: textOf('drafts'),
    leads_without_requests: textOf('leads_without_requests'),
  };
}

const daysIn = (text: string): number => Number(text.trim() || 0);

/** Retention: after how many days the project deletes records, and how many that would be now. */
export function Retention({ project }: { project: ProjectView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const form = useProjectForm(project, formOf, (changes, from) =>
    settingsBody(
      Object.fromEntries(Object.entries(changes).map(([kind, text]) => [`retention.${kind}`, daysIn(text)])),
      from,
    ),
  );
  const { draft, set, error } = form;
  const days = Object.fromEntries(kinds.map((kind) => [kind, daysIn(draft[kind])])) as Record<Kind, number>;
  const isValid = kinds.every((kind) => Number.isInteger(days[kind]) && days[kind] >= 0 && days[kind] <= 3650);
  const preview = useQuery({
    queryKey: ['retention', projectId, days],
    queryFn: () => previewRetention(parley, days),
    enabled: isValid && kinds.some((kind) => days[kind] > 0),
  });
  const counted = (kind: Kind) => {
    const found = days[kind] > 0 ? preview.data?.[kind] : undefined;
    if (!found) return undefined;
    return t(found.complete ? 'settings.expiry.count' : 'settings.expiry.countMore', { count: found.count });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.expiry')} help={t('settings.expiry.help')}>
        {kinds.map((kind) => (
          <Field
            key={kind}
            label={t(words[kind])}
            type="number"
            min={0}
            max={3650}
            value={draft[kind]}
            onChange={(event) => set({ [kind]: event.target.value })}
            help={counted(kind)}
            problem={fieldProblem(error, `settings.retention.${kind}`)}
          />
        ))}
        {preview.isError && <Failure problem={problemOf(preview.error, t)} onRetry={() => void preview.refetch()} />}
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(kind, state) => ({ label: t(words[kind]), value: state[kind] })}
        />
      </Section>
    </form>
  );
}
