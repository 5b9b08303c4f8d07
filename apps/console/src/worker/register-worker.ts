const address = '/console/worker.js';

/** The one policy that the console's headers admit: it makes the address of the worker, and no other. Source: contract 80 section 9. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Lets the console open without a network from now on, and browsers install it. Without it all works as before. */
export async function registerWorker(): Promise<void> {
  if (!navigator.serviceWorker) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('parley-worker', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError(`Not the console’s worker: ${url}`);
      return url;
    },
  });
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
}
