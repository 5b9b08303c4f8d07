import { deleteMacro, type MacroView, updateMacro } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Zap } from 'lucide-react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { newPlaces } from '../app/new-places.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { RecordList } from '../app/record-list.tsx';
import { isAtLeast } from '../app/roles.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BrokenParts } from '../condition/broken-parts.tsx';
import { inMenuOrder, isShared, pageOf, templateNames } from './macros.ts';
import { useMacros } from './use-macros.ts';

/** Macros of the team, then one's own: each list in its order. */
export function MacroLists() {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const { macros, ...query } = useMacros();
  const order = useMutation({
    mutationFn: async (ids: string[]) => {
      for (const { id, position } of newPlaces(macros, ids)) await updateMacro(parley, { macro_id: id, position });
    },
    onSettled: () => query.refetch(),
  });
  const listed = inMenuOrder(macros);
  const lists = [
    { title: t('macro.ofTeam'), rows: listed.filter(isShared), mayChange: isAtLeast(teammate.role, 'admin') },
    { title: t('macro.own'), rows: listed.filter((macro) => !isShared(macro)), mayChange: true },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <RecordList
      help={t('macro.help')}
      query={query}
      rows={macros}
      refused={order.error}
      none={{ icon: Zap, title: t('macro.none'), text: t('macro.noneText') }}
      remove={({ _id }) => deleteMacro(parley, { macro_id: _id })}
      removeText={(macro) => t(isShared(macro) ? 'macro.removeShared' : 'macro.removeOwn')}
      end={
        <TemplateCards
          title={t('macro.new')}
          names={templateNames}
          wordsOf={(name) => ({ title: t(`macro.template.${name}`), about: t(`macro.template.${name}About`) })}
          blank={{ title: t('macro.blank'), about: t('macro.blankAbout') }}
          page={pageOf(projectId, 'new')}
        />
      }
    >
      {(onRemove) =>
        lists.map(({ title, rows, mayChange }) => (
          <section key={title} className="flex flex-col gap-2">
            <h2 className="text-title font-semibold">{title}</h2>
            <OrderedRows
              label={title}
              rows={rows}
              mayChange={mayChange}
              onMove={(ids) => order.mutate(ids)}
              onRemove={onRemove}
            >
              {(macro) => <MacroLine macro={macro} />}
            </OrderedRows>
          </section>
        ))
      }
    </RecordList>
  );
}

function MacroLine({ macro }: { macro: MacroView & { digit?: number } }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const wordsOf = useActionWords();
  const { _id, name, description, actions, digit } = macro;
  return (
    <div className="min-w-0 flex-1">
      <Link {...pageOf(projectId, _id)} className="font-semibold text-accent hover:underline">
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
      <BrokenParts parts={macro.broken} />
    </div>
  );
}
