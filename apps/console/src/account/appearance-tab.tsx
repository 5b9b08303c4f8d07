import { useLingui } from '@lingui/react';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { type Language, languages } from '../app/language.ts';
import { nameOfLanguage } from '../app/locale.ts';
import { chooseLanguage, ownLanguage } from '../app/own-language.ts';
import { useKeepUser, useOwnUser } from '../app/own-record.ts';
import { onPreferences, type Preferences, preferences, setPreferences } from '../app/preferences.ts';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** Language, which goes with the person, and look, which stays with the browser. */
export function AppearanceTab() {
  const t = useTexts();
  const { theme, density, enterSends, peeks } = useSyncExternalStore(onPreferences, preferences);
  return (
    <>
      <Section title={t('account.language')} help={t('account.languageHelp')}>
        <LanguageChoice />
      </Section>
      <Section title={t('account.look')} help={t('account.lookHelp')}>
        <SelectField
          label={t('nav.theme')}
          value={theme}
          onChange={({ target }) => setPreferences({ theme: target.value as Preferences['theme'] })}
          choices={[
            { value: 'system', label: t('nav.themeSystem') },
            { value: 'light', label: t('nav.themeLight') },
            { value: 'dark', label: t('nav.themeDark') },
          ]}
        />
        <SelectField
          label={t('account.density')}
          value={density}
          onChange={({ target }) => setPreferences({ density: target.value as Preferences['density'] })}
          choices={[
            { value: 'comfortable', label: t('account.densityComfortable') },
            { value: 'compact', label: t('account.densityCompact') },
          ]}
        />
        <CheckField
          label={t('account.enterSends')}
          help={t('account.enterSendsHelp')}
          checked={enterSends}
          onChange={({ target }) => setPreferences({ enterSends: target.checked })}
        />
        <CheckField
          label={t('account.peeks')}
          help={t('account.peeksHelp')}
          checked={peeks}
          onChange={({ target }) => setPreferences({ peeks: target.checked })}
        />
      </Section>
    </>
  );
}

function LanguageChoice() {
  const t = useTexts();
  const { i18n } = useLingui();
  const { parley } = useSession();
  const keep = useKeepUser();
  const { data: user, error, refetch } = useOwnUser();
  const choose = useMutation({
    mutationFn: (language: Language | undefined) => chooseLanguage(parley, i18n, language),
    onSuccess: keep,
  });
  if (error && !user) return <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />;
  if (!user) return <Skeleton className="h-16" />;
  return (
    <>
      <SelectField
        label={t('account.languageOf')}
        value={(choose.isPending ? choose.variables : ownLanguage(user)) ?? ''}
        onChange={({ target }) => choose.mutate(languages.find((language) => language === target.value))}
        choices={[
          { value: '', label: t('account.languageBrowser') },
          ...languages.map((language) => ({ value: language, label: nameOfLanguage(language) })),
        ]}
      />
      <RefusedCall error={choose.error} onRetry={() => choose.mutate(choose.variables)} />
    </>
  );
}
