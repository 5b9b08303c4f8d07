import type { Boot } from './host.ts';

const againMs = 60_000;

/**
 * Asks once for all that the widget needs to start; while the API cannot be reached, again every minute.
 * @throws Refused when the API will not have it here
 */
export async function fetchBoot(api: string, project: string, lang: string, signal: AbortSignal): Promise<Boot> {
  for (;;) {
    const response = await fetch(`${api}/v3/${encodeURIComponent(project)}/widgets?lang=${encodeURIComponent(lang)}`, {
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    }).catch(() => undefined);
    if (response?.ok) {
      const boot = await response.json().catch(() => undefined);
      if (boot) return boot as Boot;
    } else if (response && response.status < 500 && response.status !== 429 && response.status !== 408) {
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      throw new Refused(code ?? 'unexpected_answer');
    }
    await pause(againMs, signal);
  }
}

/** The API refuses the widget on this page: unknown project, foreign site, banned visitor. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
