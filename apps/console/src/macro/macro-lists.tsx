import { deleteMacro, type MacroView, updateMacro } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { useState } from 'react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { newPlaces } from '../app/new-places.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { inMenuOrder, isShared, templateNames } from './macros.ts';
import { useMacros } from './use-macros.ts';

/** Macros of the team, then one's own: each list in its order. */
export function MacroLists() {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const [removed, setRemoved] = useState<MacroView>();
  const { macros, data, error, isPending, isError, refetch } = useMacros();
  const order = useMutation({
    mutationFn: async (ids: string[]) => {
      for (const { id, position } of newPlaces(macros, ids)) await updateMacro(parley, { macro_id: id, position });
    },
    onSettled: () => refetch(),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: MacroView) => deleteMacro(parley, { macro_id: _id }),
    onSuccess: () => {
      setRemoved(undefined);
      void refetch();
    },
  });
  const listed = inMenuOrder(macros);
  const lists = [
    { title: t('macro.ofTeam'), rows: listed.filter(isShared), mayChange: isAtLeast(teammate.role, 'admin') },
    { title: t('macro.own'), rows: listed.filter((macro) => !isShared(macro)), mayChange: true },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-ink-soft">{t('macro.help')}</p>
      {isError && <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />}
      {order.isError && <Failure small problem={problemOf(order.error, t)} />}
      {isPending && <Skeleton className="h-48" />}
      {data && macros.length === 0 && (
        <Empty icon={<Zap size={28} strokeWidth={1.5} />} title={t('macro.none')}>
          {t('macro.noneText')}
        </Empty>
      )}
      {lists.map(({ title, rows, mayChange }) => (
        <section key={title} className="flex flex-col gap-2">
          <h2 className="text-title font-semibold">{title}</h2>
          <OrderedRows
            label={title}
            rows={rows}
            mayChange={mayChange}
            onMove={(ids) => order.mutate(ids)}
            onRemove={setRemoved}
          >
            {(macro) => <MacroLine macro={macro} />}
          </OrderedRows>
        </section>
      ))}
      {data && <Templates projectId={projectId} />}
      {removed && (
        <Confirm
          title={t('settings.sla.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t(isShared(removed) ? 'macro.removeShared' : 'macro.removeOwn')}</p>
        </Confirm>
      )}
    </div>
  );
}

function MacroLine({ macro }: { macro: MacroView & { digit?: number } }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const wordsOf = useActionWords();
  const { _id, name, description, actions, digit } = macro;
  return (
    <div className="min-w-0 flex-1">
      <Link
        to="/$project/settings/macros/{-$macro}"
        params={{ project: projectId, macro: _id }}
        className="font-semibold text-accent hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {digit !== undefined && (
        <kbd
          title={t('macro.key')}
          className="ms-2 rounded-box border border-control px-1.5 font-sans text-small text-ink-soft"
        >
          {digit}
        </kbd>
      )}
      {description && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <p className="line-clamp-2 text-small text-ink-soft">
        <bdi>{actions.map((action) => wordsOf(action as Action)).join(' · ')}</bdi>
      </p>
    </div>
  );
}

/** What a new macro may begin from. */
function Templates({ projectId }: { projectId: string }) {
  const t = useTexts();
  const linkOf = (search: { from?: string }) => ({
    to: '/$project/settings/macros/{-$macro}' as const,
    params: { project: projectId, macro: 'new' },
    search,
  });
  const named = templateNames.map((name) => ({
    key: name,
    title: t(`macro.template.${name}`),
    about: t(`macro.template.${name}About`),
    link: linkOf({ from: name }),
  }));
  const blank = { key: '', title: t('macro.blank'), about: t('macro.blankAbout'), link: linkOf({}) };
  return <TemplateCards title={t('macro.new')} cards={[...named, blank]} />;
}
