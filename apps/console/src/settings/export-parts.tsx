import { type ExportView, signExport } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

const unpack = 'mkdir archive && for part in *part-*.tar; do tar -xf "$part" -C archive; done';

/** The parts of an export, whose addresses are made when it is opened: they end after 15 minutes. */
export function ExportParts({ export: { _id }, onClose }: { export: ExportView; onClose: () => void }) {
  const t = useTexts();
  const { bytes } = useFormats();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: [signExport.spec.name, projectId, _id],
    queryFn: () => signExport(parley, { export: _id }),
    // Each answer is recorded as a download.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog open title={t('settings.data.parts')} onClose={onClose} closeLabel={t('state.close')}>
      {query.error && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-24" />}
      {query.data && (
        <div className="flex flex-col gap-3">
          <p>{t('settings.data.partsText')}</p>
          <ul className="flex max-h-72 flex-col gap-1 overflow-y-auto">
            {query.data.parts.map(({ name, size, url }) => (
              <li key={name}>
                <a
                  href={url}
                  download
                  className="inline-flex items-center gap-2 font-semibold text-accent underline-offset-2 hover:underline"
                >
                  <Download size={14} aria-hidden />
                  {name}
                  <span className="font-normal text-ink-soft">{bytes(size)}</span>
                </a>
              </li>
            ))}
          </ul>
          <CopyText text={unpack} />
        </div>
      )}
    </Dialog>
  );
}
