import { getLanguageLabels } from '@parley/sdk';
import { hostOf } from '@parley/sdk/markup';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, FileText } from 'lucide-react';
import { useMemo } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { MarkupView } from '../conversation/markup-view.tsx';
import { commandIn, readAnswer, withLabels, withoutCommands } from './micro-language.ts';

/**
 * An answer as visitors see it. Images and pages of other hosts are named and not loaded.
 * @param language of the labels in it
 */
export function AnswerPreview({ text, language }: { text: string; language: string }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data: labels } = useQuery({
    queryKey: ['labels', projectId, language],
    queryFn: ({ signal }) => getLanguageLabels(parley, { lang: language }, { signal }),
    enabled: text.includes('${'),
  });
  const answer = useMemo(() => readAnswer(withLabels(text, labels?.data ?? {})), [text, labels]);
  const command = commandIn(answer.text);
  const said = withoutCommands(answer.text);
  return (
    <section aria-label={t('bots.preview')} className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('bots.preview')}</h3>
      <div className="flex flex-1 flex-col items-start gap-2 rounded-box border border-line bg-raised p-3">
        {answer.media && <Media {...answer.media} />}
        {said && (
          <div className="max-w-full rounded-box bg-accent-soft px-3 py-2">
            <MarkupView text={said} />
          </div>
        )}
        {answer.buttons.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {[...answer.buttons.entries()].map(([at, { label, action, link }]) => (
              <li key={at} className="rounded-full border border-control px-2.5 py-0.5 text-small">
                <bdi>{label}</bdi>
                {link && <ExternalLink size={12} aria-hidden className="ms-1 inline" />}
                {(action ?? link) && (
                  <span className="text-ink-soft">
                    {' '}
                    → <bdi>{action ?? hostOf(link ?? '')}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {command && <p className="text-small text-ink-soft">{t(`bots.command.${command}`)}</p>}
        {!answer.media && !said && answer.buttons.length === 0 && !command && (
          <p className="text-ink-soft">{t('bots.previewEmpty')}</p>
        )}
      </div>
    </section>
  );
}

/** A picture or page that the bot shows. */
export function Media({ kind, src }: { kind: 'image' | 'frame'; src: string }) {
  const t = useTexts();
  return (
    <p className="flex max-w-full items-center gap-2 rounded-box border border-line bg-paper px-2.5 py-2">
      <FileText size={16} aria-hidden className="shrink-0 text-ink-soft" />
      <bdi className="min-w-0 truncate">
        {t(kind === 'frame' ? 'message.frame' : 'message.foreign', { host: hostOf(src) ?? '' })}
      </bdi>
    </p>
  );
}
