import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { NotFound } from '../app/pages.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { MacroEditor } from './macro-editor.tsx';
import { MacroLists } from './macro-lists.tsx';
import { newMacro, templateNames } from './macros.ts';
import { useMacros } from './use-macros.ts';

const path = '/person/$project/settings/macros/{-$macro}';

/** Macros of the team and one's own; one of them, or a new one. */
export function MacrosScreen() {
  const t = useTexts();
  const { macro } = useParams({ from: path });
  if (macro === undefined) return <MacroLists />;
  return (
    <div>
      <BackLink to="/$project/settings/macros/{-$macro}">{t('settings.macros')}</BackLink>
      {macro === 'new' ? <NewMacro /> : <StoredMacro key={macro} id={macro} />}
    </div>
  );
}

function NewMacro() {
  const t = useTexts();
  const { from } = useSearch({ from: path });
  const { macros, isPending } = useMacros();
  const macro = useMemo(() => {
    const template = templateNames.find((name) => name === from);
    const words = template
      ? { name: t(`macro.template.${template}`), says: t(`macro.template.${template}Says`) }
      : { name: '', says: '' };
    return newMacro(template, words);
  }, [from, t]);
  if (isPending) return <Skeleton className="h-64 max-w-3xl" />;
  return <MacroEditor macro={macro} position={macros.length} />;
}

function StoredMacro({ id }: { id: string }) {
  const t = useTexts();
  const { macros, data, error, isFetching, refetch } = useMacros();
  const macro = macros.find(({ _id }) => _id === id);
  if (macro) return <MacroEditor macro={macro} position={macro.position} />;
  // One that was made a moment ago comes with the next reading.
  if (isFetching) return <Skeleton className="h-64 max-w-3xl" />;
  if (data) return <NotFound />;
  return <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />;
}
