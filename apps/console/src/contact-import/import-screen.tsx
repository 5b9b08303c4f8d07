import { useSyncExternalStore } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { ContactTabs } from '../contact/contact-tabs.tsx';
import { Page } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { ImportRun } from './import-run.tsx';
import { ImportSetup } from './import-setup.tsx';
import type { Importer } from './importer.ts';
import { useImporter } from './use-importer.ts';

export function ImportScreen() {
  const t = useTexts();
  const { data, error, refetch } = useImporter();
  return (
    <Page title={t('contacts.import.title')} tabs={<ContactTabs />}>
      {error && <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 max-w-3xl" />}
      {data && <Import importer={data} />}
    </Page>
  );
}

function Import({ importer }: { importer: Importer }) {
  const snapshot = useSyncExternalStore(importer.subscribe, importer.snapshot);
  if (!snapshot.record) return <ImportSetup importer={importer} />;
  return <ImportRun importer={importer} snapshot={snapshot} record={snapshot.record} />;
}
