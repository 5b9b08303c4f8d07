import { Bot, Building2, ChevronDown, UserPlus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';

interface ControlProps {
  /** Where the list opens. */
  ref: Ref<HTMLButtonElement>;
  /** Why it cannot be changed. */
  refusal: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
}

interface AssigneeProps extends ControlProps {
  participants: readonly string[];
  /** There is room for a name also in a narrow header. */
  roomy: boolean;
}

/** Who answers the conversation, to be changed here. */
export function AssigneeControl({ participants, roomy, ...control }: AssigneeProps) {
  const t = useTexts();
  const { people } = useWorkplace();
  const humans = participants.filter((principal) => !principal.startsWith('bot_'));
  // Bots step aside when a person answers.
  const [first, ...others] = humans.length > 0 ? humans : participants;
  const nameOf = (principal: string) => people.nameOf(principal) ?? t('contact.unknown');
  const names = [first, ...others].filter((one) => one !== undefined).map(nameOf);
  const shown = names[0] ?? t('status.unassigned');
  return (
    <Control
      {...control}
      label={t('conversation.assignee', { name: names.join(', ') || t('status.unassigned') })}
      icon={
        first === undefined ? (
          <UserPlus size={14} aria-hidden />
        ) : first.startsWith('bot_') ? (
          <Bot size={14} aria-hidden />
        ) : (
          <Avatar tiny id={first} name={names[0]} picture={people.pictureOf(first)} />
        )
      }
    >
      <bdi
        className={classes(
          'max-w-16 truncate font-normal @2xl:max-w-36',
          roomy ? 'hidden @lg:block' : 'hidden @xl:block',
        )}
      >
        {shown}
      </bdi>
      {others.length > 0 && <span>+{others.length}</span>}
    </Control>
  );
}

/** Where the conversation belongs, to be changed here. */
export function DepartmentControl({ name, ...control }: ControlProps & { name: string | undefined }) {
  const t = useTexts();
  return (
    <Control
      {...control}
      label={t('conversation.inDepartment', { name: name ?? t('state.noValue') })}
      icon={<Building2 size={14} aria-hidden />}
    >
      {name && <bdi className="hidden max-w-24 truncate font-normal @2xl:block @4xl:max-w-40">{name}</bdi>}
    </Control>
  );
}

function Control({
  ref,
  refusal,
  isOpen,
  onOpen,
  label,
  icon,
  children,
}: ControlProps & { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Button
      ref={ref}
      small
      look="quiet"
      refusal={refusal}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={label}
      onClick={onOpen}
    >
      <span className="inline-flex size-4 items-center justify-center text-ink-soft">{icon}</span>
      {children}
      <ChevronDown size={12} aria-hidden className="text-ink-soft" />
    </Button>
  );
}
