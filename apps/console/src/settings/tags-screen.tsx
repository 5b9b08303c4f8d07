import { createTag, deleteTag, getTag, limits, listTags, type TagRecordView, updateTag } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Plus, Tag } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { RadioField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { RowActions } from './row-actions.tsx';

const pageSize = 100;

/** Tags that conversations and contacts may get. */
export function TagsScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<TagRecordView>();
  const [removed, setRemoved] = useState<TagRecordView>();
  const query = useInfiniteQuery({
    queryKey: ['tags', projectId],
    queryFn: ({ pageParam: page }) => listTags(parley, { sortField: 'tag', direction: 1, limit: pageSize, page }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === pageSize ? pages.length : undefined),
  });
  const tags = query.data?.pages.flat() ?? [];
  const add = (
    <Button look="primary" onClick={() => setEdited(newTag)}>
      <Plus size={16} aria-hidden />
      {t('settings.tags.new')}
    </Button>
  );
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <div className="flex justify-end">{tags.length > 0 && add}</div>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data && tags.length === 0 && (
        <Empty icon={<Tag size={28} strokeWidth={1.5} />} title={t('settings.tags.none')} action={add}>
          {t('settings.tags.noneText')}
        </Empty>
      )}
      {tags.length > 0 && (
        <Table
          label={t('settings.tags')}
          rows={tags}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'tag',
              title: t('settings.tags.name'),
              cell: ({ tag, color }) => (
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden
                    className="size-3 shrink-0 rounded-full border border-line"
                    style={{ backgroundColor: color }}
                  />
                  <bdi>{tag}</bdi>
                </span>
              ),
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) => (
                <RowActions name={one.tag} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
              ),
            },
          ]}
        />
      )}
      {query.hasNextPage && (
        <div>
          <Button onClick={() => void query.fetchNextPage()} pending={query.isFetchingNextPage}>
            {t('state.more')}
          </Button>
        </div>
      )}
      {edited && (
        <TagDialog record={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <RemoveTag tag={removed} onRemoved={() => void query.refetch()} onClose={() => setRemoved(undefined)} />
      )}
    </div>
  );
}

/** Asks what becomes of the conversations and contacts that have the tag. */
function RemoveTag({ tag, onRemoved, onClose }: { tag: TagRecordView; onRemoved: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [carriers, setCarriers] = useState<'keep' | 'lose'>('keep');
  const remove = useMutation({
    mutationFn: () => deleteTag(parley, { tag_id: tag._id, ...(carriers === 'lose' && { from: 'everything' }) }),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <Confirm
      title={t('settings.tags.removeTitle', { name: tag.tag })}
      action={t('state.remove')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('settings.tags.removeText')}</p>
      <RadioField
        label={t('settings.tags.carriers')}
        value={carriers}
        choices={(['keep', 'lose'] as const).map((value) => ({
          value,
          label: t(`settings.tags.${value}`),
          about: t(`settings.tags.${value}Text`),
        }))}
        onChange={setCarriers}
      />
    </Confirm>
  );
}

/** What a tag without a colour is shown with. */
const plainColor = '#43b1f2';

interface TagForm {
  tag: string;
  color: string;
}

const newTag = { _id: '', __v: 0, updatedAt: '', tag: '' } as TagRecordView;

function TagDialog({
  record,
  onStored,
  onClose,
}: {
  record: TagRecordView;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = record === newTag;
  return (
    <RecordDialog<TagRecordView, TagForm>
      title={t(isNew ? 'settings.tags.new' : 'settings.tags.edit')}
      record={record}
      formOf={({ tag, color }) => ({ tag, color: sixDigits(color) ?? plainColor })}
      save={(changes, from) =>
        isNew
          ? createTag(parley, { tag: from.tag, color: plainColor, ...changes })
          : updateTag(parley, { tag_id: from._id, ...changes }, { ifMatch: etagOf(from) })
      }
      reload={() => getTag(parley, { tag_id: record._id })}
      describe={(name, form) => ({
        label: t(name === 'tag' ? 'settings.tags.name' : 'settings.tags.color'),
        value: form[name],
      })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t('settings.tags.name')}
            dir="auto"
            required
            value={draft.tag}
            onChange={({ target }) => set({ tag: target.value })}
            maxLength={limits.createTag.tag?.maxLength}
            problem={fieldProblem(error, 'tag')}
            help={isNew ? undefined : t('settings.tags.editText')}
          />
          <Field
            label={t('settings.tags.color')}
            type="color"
            value={draft.color}
            onChange={({ target }) => set({ color: target.value })}
            problem={fieldProblem(error, 'color')}
          />
        </>
      )}
    </RecordDialog>
  );
}

/** The colour field of browsers knows the long form alone. */
function sixDigits(color: string | undefined): string | undefined {
  return color?.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
}
