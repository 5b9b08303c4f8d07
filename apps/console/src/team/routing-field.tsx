import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { RadioField } from '../ui/controls.tsx';

export const routingWords: Readonly<Record<string, MessageId>> = {
  assigned: 'team.routing.assigned',
  pooled: 'team.routing.pooled',
  fixed: 'team.routing.fixed',
};

const explanations = {
  assigned: 'team.routing.assignedText',
  pooled: 'team.routing.pooledText',
  fixed: 'team.routing.fixedText',
} as const;

/** How a department hands out its conversations, each way explained. */
export function RoutingField({ value, onChange }: { value: string; onChange: (routing: string) => void }) {
  const t = useTexts();
  return (
    <RadioField
      label={t('team.routing')}
      value={value}
      choices={(['assigned', 'pooled', 'fixed'] as const).map((routing) => ({
        value: routing,
        label: t(routingWords[routing] ?? 'team.unknown'),
        about: t(explanations[routing]),
      }))}
      onChange={onChange}
    />
  );
}
