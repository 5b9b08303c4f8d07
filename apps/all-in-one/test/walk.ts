import { runCommands } from './commands.ts';

/** Runs every command of the README's walk as it stands against the mesh at `url`, and checks what it prints. */
export async function walkReadme(url: string, env: Record<string, string> = {}): Promise<void> {
  const stdout = await runCommands({
    file: 'README.md',
    mark: 'walk',
    env: { ...env, PARLEY_URL: url },
    timeoutMs: 60_000,
  });

  expect(stdout).not.toContain('"success":false');
  expect(stdout).toContain('"first_text":"My parcel has not arrived."');
  expect(stdout).toContain('"text":"I am looking into it."');
  expect(stdout).toContain('"rating":5');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/1000$/);
}
