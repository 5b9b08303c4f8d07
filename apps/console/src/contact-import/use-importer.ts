import { createLeads, isParleyError, ParleyNetworkError } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { openStore } from '../app/storage.ts';
import { useWorkplace, type Workplace } from '../app/workplace.tsx';
import { Importer, type Trouble } from './importer.ts';

/** One call may take as long as the API tries, and its way there and back. */
const callTimeoutMs = 60_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** The importers of the projects that are open: they go on while other screens are shown. */
const importers = new WeakMap<Workplace, Promise<Importer>>();

/** The importer of the project, once what the browser keeps of it is read. */
export function useImporter() {
  const workplace = useWorkplace();
  return useQuery({
    queryKey: ['importer', workplace.projectId, workplace.me],
    queryFn: () => {
      const importer = importers.get(workplace) ?? openImporter(workplace);
      importers.set(workplace, importer);
      return importer;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

async function openImporter({ parley, projectId, me, closed }: Workplace): Promise<Importer> {
  const importer = await Importer.open({
    store: openStore(me).imports(projectId),
    send: async (items, on_conflict, idempotencyKey, signal) => {
      // Tried again here, where a person can see it.
      const options = { idempotencyKey, signal, retries: 0, timeoutMs: callTimeoutMs };
      return (await createLeads(parley, { items, on_conflict }, options)).results;
    },
    judge,
    pause,
    now: Date.now,
    exclusively: async (work, signal) => {
      await navigator.locks.request(`parley-import:${me}:${projectId}`, { signal }, work);
    },
  });
  closed.addEventListener('abort', () => importer.close());
  if (closed.aborted) importer.close();
  return importer;
}

/** The network and an API that has too much to do are waited for; what it refuses is for a person to read. */
function judge(error: unknown, attempt: number): Trouble {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
  if (error instanceof ParleyNetworkError) return { retryAfterMs: pauseMs };
  if (!isParleyError(error)) return { error };
  const isTemporary = error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_progress';
  return isTemporary ? { retryAfterMs: error.retryAfter ? error.retryAfter * 1000 : pauseMs } : { error };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort);
  });
}
