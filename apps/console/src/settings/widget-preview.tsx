import { useLingui } from '@lingui/react';
import { getWidgetSettings, type ProjectView, type WidgetSettingsView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { bodyOfWidget, type WidgetForm } from './widget-form.ts';

/** What `/widget/preview.js` of the widget gives. */
interface PreviewModule {
  startPreview(box: HTMLElement, boot: WidgetSettingsView, lang: string): Promise<Preview>;
}

interface Preview {
  show(widget: Record<string, unknown>): void;
  remove(): void;
}

const address = '/widget/preview.js';

/** The widget's own parts with what stands in the form, saved or not. */
export function WidgetPreview({ project, draft }: { project: ProjectView; draft: WidgetForm }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const lang = useLingui().i18n.locale;
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<Preview>();
  const [isMissing, setMissing] = useState(false);
  const { data: boot, error } = useQuery({
    queryKey: ['widget-settings', project._id, lang],
    queryFn: () => getWidgetSettings(parley, { lang }),
  });

  useEffect(() => {
    if (!boot || !box.current) return undefined;
    const place = box.current;
    let isOver = false;
    let drawn: Preview | undefined;
    const draw = async () => {
      const { startPreview } = (await import(/* @vite-ignore */ address)) as PreviewModule;
      if (isOver) return;
      const started = await startPreview(place, boot, lang);
      if (isOver) return started.remove();
      drawn = started;
      setPreview(started);
    };
    // The gateway may serve no widget.
    draw().catch(() => setMissing(true));
    return () => {
      isOver = true;
      drawn?.remove();
    };
  }, [boot, lang]);
  useEffect(
    () => preview?.show(bodyOfWidget(draft, project).widget as Record<string, unknown>),
    [preview, draft, project],
  );

  if (error || isMissing)
    return (
      <p role="status" className="text-ink-soft">
        {error ? problemOf(error, t).msg : t('settings.widget.previewMissing')}
      </p>
    );
  return (
    <figure aria-label={t('settings.widget.preview')}>
      {/* For looking only. The transform makes it the containing block of what the widget fixes to the window. */}
      <div
        ref={box}
        inert
        className="relative h-[clamp(31rem,(100dvh-10rem)/0.9,50rem)] w-full sm:[zoom:0.9] max-w-md overflow-hidden rounded-box border border-line bg-raised max-sm:-mx-4 max-sm:h-dvh max-sm:w-dvw max-sm:max-w-none [transform:translateZ(0)]"
      />
      <figcaption className="mt-1 text-small text-ink-soft">{t('settings.widget.previewHelp')}</figcaption>
    </figure>
  );
}
