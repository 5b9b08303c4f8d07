import { listRequests } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';

/**
 * How to embed the widget, while a project has no conversations. The first conversation opens by itself. Not for agents: they may not see
 * the conversations of others.
 */
export function FirstMessage({ children }: { children: ReactNode }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId, connection, teammate } = useWorkplace();
  const { data: isNew } = useQuery({
    queryKey: ['is-new', projectId],
    queryFn: async () => (await listRequests(parley, { status: 'all', view: 'row', limit: 1 })).requests.length === 0,
    enabled: isAtLeast(teammate.role, 'admin'),
  });

  useEffect(() => {
    if (!isNew) return;
    return connection.listenToInbox({
      onFrame: ({ method, message: { request_id } }) => {
        if (method === 'CREATE' || method === 'UPDATE')
          void navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat: `all/${request_id}` } });
      },
      onGap: () => undefined,
    });
  }, [isNew, connection, navigate, projectId]);

  if (!isNew) return children;
  return (
    <section aria-label={t('welcome.snippet')} className="flex max-w-lg flex-col gap-3 px-6 py-10">
      <h2 className="text-title font-semibold">{t('welcome.snippet')}</h2>
      <p className="text-ink-soft">{t('welcome.snippetText')}</p>
      <Snippet code={`<script src="${location.origin}/widget.js" data-project="${projectId}" async></script>`} />
      <p role="status" className="flex items-center gap-2 text-ink-soft">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
        {t('welcome.waiting')}
      </p>
    </section>
  );
}

function Snippet({ code }: { code: string }) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2 rounded-box border border-line bg-raised p-3">
      <code dir="ltr" className="font-mono text-small break-all">
        {code}
      </code>
      <Button small onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(true))}>
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        {t(isCopied ? 'state.copied' : 'state.copy')}
      </Button>
    </div>
  );
}
