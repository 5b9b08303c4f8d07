import type { AllInOne } from './service.ts';

/** Prints what to open, who signs in, and where everything is. */
export function printBanner(
  { url, consoleLink, demo, dataFolder, startedInMs }: AllInOne,
  { logFile, env }: Surroundings,
): void {
  // As in the link of the console: a session in a browser belongs to the name it was opened under.
  const open = url.replace('//127.0.0.1:', '//localhost:');
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
  if (demo) {
    lines.push('', `  Demo project   ${demo.projectId}   sign in with:`);
    for (const { role, email, password } of demo.people)
      lines.push(`    ${role.padEnd(6)} ${email.padEnd(24)} ${password}`);
  }
  console.log(lines.concat('').join('\n'));
}

interface Surroundings {
  /** Absent: lines go to standard output. */
  logFile: string | undefined;
  env: Record<string, string | undefined>;
}
