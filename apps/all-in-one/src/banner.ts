import type { Demo } from './demo/seed-demo.ts';
import { demoMailbox } from './demo/shop-settings.ts';
import type { AllInOne } from './service.ts';

/** What to open, who signs in, and where everything is. */
export function bannerOf(
  { url, consoleLink, demo, demoFailure, dataFolder, mailPort, startedInMs }: AllInOne,
  { logFile, env }: Surroundings,
): string {
  // As in the link of the console: a session in a browser belongs to the name it was opened under.
  const open = env.PUBLIC_URL?.replace(/\/+$/, '') || url.replace('//127.0.0.1:', '//localhost:');
  const lines = [
    '',
    `  Parley is ready after ${(startedInMs / 1000).toFixed(1)} s`,
    '',
    ...(consoleLink === undefined ? [] : [`  Console        ${consoleLink}  (signed in to Demo shop)`]),
    `  Open           ${open}`,
    `  API            ${open}/v3`,
    `  API reference  ${open}/docs`,
    `  Health         ${open}/readyz`,
    `  Data           ${dataFolder}  (delete the folder to start over)`,
    ...(logFile === undefined ? [] : [`  Log            ${logFile}`]),
    ...(env.OUTBOUND_ALLOW
      ? []
      : ['  Local bots     OUTBOUND_ALLOW=localhost npm start  (and webhooks to this machine)']),
  ];
  if (demo)
    lines.push(`  Demo mailbox   ${demoMailbox.address} on port ${mailPort}  (npm run mail -- send, then read)`);
  return lines.concat('', demo ? people(demo) : firstAccount(open, demoFailure, env.CONSOLE), '').join('\n');
}

function people({ projectId, people }: Demo): string[] {
  return [
    `  Demo project   ${projectId}   sign in with:`,
    ...people.map(({ role, email, password }) => `    ${role.padEnd(6)} ${email.padEnd(24)} ${password}`),
  ];
}

function firstAccount(open: string, demoFailure: string | undefined, console: string | undefined): string[] {
  return [
    ...(demoFailure === undefined
      ? []
      : [`  No demo        ${demoFailure}`, '                 The next start continues with it.']),
    `  First account  ${console === 'off' ? `POST ${open}/v3/auth/signup` : `${open}/console/signup`}`,
  ];
}

interface Surroundings {
  /** Absent: lines go to standard output. */
  logFile: string | undefined;
  env: Record<string, string | undefined>;
}
