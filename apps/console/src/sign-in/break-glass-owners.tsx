import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField } from '../ui/controls.tsx';
import { About } from '../ui/field.tsx';

/** The owners of the project, of whom some keep their password beside an enforced connection. */
export function BreakGlassOwners({
  chosen,
  onChange,
  problem,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  problem: string | undefined;
}) {
  const t = useTexts();
  const owners = useOwners();
  return (
    <fieldset aria-describedby="break-glass-about" className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">{t('settings.signIn.breakGlass')}</legend>
      {owners.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      <About id="break-glass" problem={problem} help={t('settings.signIn.breakGlassHelp')} />
    </fieldset>
  );
}

/** Owners of the project now, by their names. */
export function useOwners(): readonly { id: string; name: string }[] {
  const { people } = useWorkplace();
  return people.teammates
    .filter(({ role }) => role === 'owner')
    .map((teammate) => ({ id: userIdOf(teammate), name: nameOfTeammate(teammate) }));
}
