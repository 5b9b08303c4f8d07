import { deleteLabels } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';

import { ChangedMembers, LeaveGuard } from '../app/form-end.tsx';
import { nameOfLanguage } from '../app/locale.ts';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField } from '../ui/controls.tsx';
import { inputLook } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import {
  editedText,
  foundKeys,
  hasEdits,
  type LabelEdits,
  type LabelLanguage,
  labelLanguages,
  overtakenTexts,
  ownText,
  shownText,
  withEdit,
  withoutEdits,
} from './label-texts.ts';
import { type Labels, storeLabels, useLabels } from './use-labels.ts';

/** Texts that visitors read in the widget, in six languages side by side. */
export function LabelsScreen() {
  const t = useTexts();
  const query = useLabels();
  if (query.data) return <LabelsEditor labels={query.data} />;
  if (query.isPending) return <Skeleton className="h-96" />;
  return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
}

function LabelsEditor({ labels }: { labels: Labels }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const { q = '', own: ownOnly = false } = useSearch({ from: '/person/$project/settings/labels' });
  const [edits, setEdits] = useState<LabelEdits>({});
  const [asked, setAsked] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['labels', projectId] });
  const [theirs, setTheirs] = useState<Labels>();
  const save = useMutation({
    mutationFn: (from: Labels) => storeLabels(parley, from, edits),
    onMutate: () => setTheirs(undefined),
    onSuccess: async (overtaken) => {
      if (overtaken) return setTheirs(overtaken);
      await refresh();
      setEdits({});
    },
  });
  const clear = useMutation({
    mutationFn: () => deleteLabels(parley),
    onSuccess: async () => {
      await refresh();
      setEdits({});
      setAsked(false);
    },
  });

  const { own, shipped } = labels;
  const isDirty = hasEdits(edits);
  const hasOwn = Object.keys(own).length > 0;
  const shownOf = (language: LabelLanguage, key: string) => {
    const edited = edits[language];
    if (edited && Object.hasOwn(edited, key)) return edited[key] ?? shownText(shipped[language]?.[key] ?? '');
    return shownText(ownText(own, shipped, language, key) ?? shipped[language]?.[key] ?? '');
  };
  const isOwn = (language: LabelLanguage, key: string) =>
    shownOf(language, key) !== shownText(shipped[language]?.[key] ?? '');
  const keys = [...new Set([...Object.keys(shipped.EN ?? {}), ...Object.values(own).flatMap(Object.keys)])];
  const rows = foundKeys(keys, q, (key) => labelLanguages.map((language) => shownOf(language, key))).filter(
    (key) => !ownOnly || labelLanguages.some((language) => isOwn(language, key)),
  );
  const find = (search: { q?: string; own?: true }) =>
    void navigate({ to: '/$project/settings/labels', params: { project: projectId }, search, replace: true });

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-3xl text-ink-soft">{t('settings.labels.help')}</p>
      <div className="flex flex-wrap items-center gap-4">
        <input
          type="search"
          aria-label={t('settings.labels.search')}
          placeholder={t('settings.labels.search')}
          value={q}
          onChange={({ target }) => find({ ...(target.value && { q: target.value }), ...(ownOnly && { own: true }) })}
          className={`${inputLook} h-9 max-w-72`}
        />
        <CheckField
          label={t('settings.labels.ownOnly')}
          checked={ownOnly}
          onChange={({ target }) => find({ ...(q && { q }), ...(target.checked && { own: true }) })}
        />
        <span className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:grow sm:justify-end">
          <Button
            look="danger"
            onClick={() => setAsked(true)}
            refusal={hasOwn ? undefined : t('settings.labels.noOwn')}
          >
            {t('settings.labels.resetAll')}
          </Button>
          <Button
            look="primary"
            onClick={() => save.mutate(labels)}
            pending={save.isPending}
            refusal={isDirty ? undefined : t('state.unchanged')}
          >
            {t('state.save')}
          </Button>
          <span role="status" className="text-good sm:order-first">
            {save.isSuccess && !save.data && !isDirty && t('state.saved')}
          </span>
        </span>
      </div>
      <RefusedCall error={save.error} onRetry={() => save.mutate(labels)} />
      {theirs && (
        <ChangedMembers
          members={overtakenTexts(labels, theirs, edits).map((place) => ({
            label: t('settings.labels.cell', { ...place }),
            stored: shownText(
              ownText(theirs.own, shipped, place.language, place.key) ?? shipped[place.language]?.[place.key] ?? '',
            ),
            own: editedText(shipped, edits, place),
          }))}
          onTheirs={() => {
            setEdits(withoutEdits(edits, overtakenTexts(labels, theirs, edits)));
            queries.setQueryData(['labels', projectId], theirs);
            setTheirs(undefined);
          }}
          onMine={() => save.mutate(theirs)}
          pending={save.isPending}
        />
      )}
      {rows.length === 0 ? (
        <Empty
          title={t('settings.noMatch')}
          action={<Button onClick={() => find({})}>{t('settings.clearSearch')}</Button>}
        />
      ) : (
        <section
          className="overflow-auto rounded-box border border-line"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
          tabIndex={0}
          aria-label={t('settings.labels')}
        >
          <table className="border-collapse">
            <thead className="bg-raised text-small text-ink-soft">
              <tr>
                <th scope="col" className="bg-raised px-3 py-2 text-start md:sticky md:start-0">
                  {t('settings.labels.key')}
                </th>
                {labelLanguages.map((language) => (
                  <th key={language} scope="col" className="min-w-56 px-2 py-2 text-start">
                    {nameOfLanguage(language.toLowerCase())}
                    {hasOwn && !own[language] && (
                      <span className="block font-normal">
                        {t('settings.labels.missing', { language: labels.default ?? 'EN' })}
                      </span>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((key) => (
                <tr key={key} className="border-t border-line align-top">
                  <th
                    scope="row"
                    className="w-40 min-w-40 bg-paper px-3 py-2 text-start font-mono text-small font-normal wrap-break-word md:sticky md:start-0 md:w-56 md:min-w-56"
                  >
                    {brokenAtWords(key)}
                  </th>
                  {labelLanguages.map((language) => (
                    <td key={language} className="p-1">
                      <LabelCell
                        language={language}
                        label={key}
                        text={shownOf(language, key)}
                        isOwn={isOwn(language, key)}
                        onChange={(text) => setEdits(withEdit(edits, labels, { language, key, text }))}
                        onReset={() =>
                          setEdits(
                            withEdit(edits, labels, { language, key, text: shownText(shipped[language]?.[key] ?? '') }),
                          )
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {asked && (
        <Confirm
          title={t('settings.labels.resetTitle')}
          action={t('settings.labels.resetAll')}
          pending={clear.isPending}
          error={clear.error}
          onConfirm={() => clear.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>{t('settings.labels.resetText', { count: Object.keys(own).length })}</p>
        </Confirm>
      )}
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}

interface LabelCellProps {
  language: LabelLanguage;
  label: string;
  text: string;
  isOwn: boolean;
  onChange: (text: string) => void;
  onReset: () => void;
}

function LabelCell({ language, label, text, isOwn, onChange, onReset }: LabelCellProps) {
  const t = useTexts();
  return (
    <div className="flex flex-col gap-0.5">
      <textarea
        aria-label={t('settings.labels.cell', { key: label, language })}
        lang={language.toLowerCase()}
        rows={1}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className={classes(inputLook, 'field-sizing-content resize-none', isOwn && 'border-accent bg-accent-soft')}
      />
      {isOwn && (
        <span className="flex items-center justify-between text-small text-accent">
          {t('settings.labels.own')}
          <IconButton label={t('settings.labels.reset', { key: label, language })} onClick={onReset}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        </span>
      )}
    </div>
  );
}

/** Keys are words joined by underscores: `LABEL_FIRST_MSG`. */
function brokenAtWords(key: string): ReactNode {
  return key.split(/(?<=_)/).map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a key keep their order.
    <Fragment key={index}>
      {word}
      <wbr />
    </Fragment>
  ));
}
