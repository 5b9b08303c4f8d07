const lookMs = 10_000;

/** The scripts that a page of the console begins with; none for what is no such page. Their names change with all that they load. */
export function scriptsOf(page: string): string[] {
  return [...page.matchAll(/<script type="module"[^>]*\ssrc="(\/console\/[^"]+)"/g)].map(([, src = '']) => src);
}

/** Whether the server has another release of the console than the open page. @throws what fetch throws */
export async function isReplaced(): Promise<boolean> {
  const own = new Set(
    [...document.querySelectorAll('script[type="module"]')].map((script) => script.getAttribute('src')),
  );
  const answer = await fetch('/console/', {
    headers: { accept: 'text/html' },
    cache: 'no-cache',
    signal: AbortSignal.timeout(lookMs),
  });
  return answer.ok && scriptsOf(await answer.text()).some((script) => !own.has(script));
}
