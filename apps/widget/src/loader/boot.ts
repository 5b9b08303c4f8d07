import type { Boot } from './host.ts';

const againMs = 60_000;
const timeoutMs = 30_000;

/**
 * Fetches everything that the widget needs to start; retries every minute while the API is unreachable.
 * @returns the code of a refusal: unknown project, other site, banned visitor
 */
export async function fetchBoot(
  api: string,
  project: string,
  lang: string,
  signal: AbortSignal,
): Promise<Boot | string> {
  const address = `${api}/v3/${encodeURIComponent(project)}/widgets?lang=${encodeURIComponent(lang)}`;
  for (;;) {
    try {
      const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });
      const { status } = response;
      if (response.ok) return (await response.json()) as Boot;
      if (status < 500 && status !== 429 && status !== 408) return ((await response.json()) as { code: string }).code;
    } catch {
      // No answer, or a proxy's.
    }
    if (signal.aborted) return '';
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, againMs);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
  }
}
