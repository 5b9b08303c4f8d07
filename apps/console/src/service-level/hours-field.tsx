import { getProject } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { SelectField } from '../ui/controls.tsx';

interface HoursFieldProps {
  value: string;
  onChange: (hours: string) => void;
  problem: string | undefined;
}

/** Which hours count: all, those of the project, or those of one of its time slots. */
export function HoursField({ value, onChange, problem }: HoursFieldProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({ queryKey: ['project', projectId], queryFn: () => getProject(parley) });
  const slots = Object.entries(data?.timeSlots ?? {}).map(([id, slot]) => {
    const { name } = Object(slot) as { name?: unknown };
    return { value: id, label: typeof name === 'string' ? name : id };
  });
  const known = [
    { value: 'always', label: t('settings.sla.hours.always') },
    { value: 'project', label: t('settings.hours') },
    ...slots,
  ];
  const choices = known.some((one) => one.value === value) ? known : [...known, { value, label: value }];
  return (
    <SelectField
      label={t('settings.sla.hours')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={choices}
      problem={problem}
      help={t('settings.sla.hoursHelp')}
    />
  );
}
