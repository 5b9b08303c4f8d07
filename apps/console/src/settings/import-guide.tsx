import { useTexts } from '../app/texts.tsx';
import { CopyText } from '../ui/copy-text.tsx';

const sources = [
  { name: 'Parley', command: 'npm run import -- archive <folder>' },
  { name: 'Tiledesk', command: 'npm run import -- tiledesk <folder of mongodump>' },
  { name: 'Chatwoot', command: 'npm run import -- chatwoot postgres://…' },
  { name: 'Chatwoot API', command: 'npm run import -- chatwoot https://… --token-file <file>' },
  { name: 'Zendesk', command: 'npm run import -- zendesk <folder> --owner <e-mail>' },
  { name: 'Intercom', command: 'npm run import -- intercom <folder> --owner <e-mail>' },
  { name: 'CSV, JSONL', command: 'npm run import -- csv <folder> --owner <e-mail>' },
] as const;

/** An import creates accounts: only operators of the installation start one. */
export function ImportGuide() {
  const t = useTexts();
  return (
    <>
      <ol className="flex list-decimal flex-col gap-1 ps-5">
        <li>{t('settings.data.step.load')}</li>
        <li>{t('settings.data.step.check')}</li>
        <li>{t('settings.data.step.activate')}</li>
      </ol>
      <dl className="flex flex-col gap-3">
        {sources.map(({ name, command }) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="font-semibold">{t('settings.data.from', { name })}</dt>
            <dd>
              <CopyText text={command} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
