import type { AllInOne } from './service.ts';

/** Tells a person where everything is and how to sign in. */
export function printBanner({ url, demo, dataFolder, startedInMs }: AllInOne): void {
  const lines = [
    '',
    `  Parley is ready after ${(startedInMs / 1000).toFixed(1)} s`,
    '',
    `  API            ${url}/v3`,
    `  API reference  ${url}/docs`,
    `  OpenAPI        ${url}/openapi.json`,
    `  Health         ${url}/readyz`,
    `  Data           ${dataFolder}  (delete the folder to begin anew)`,
  ];
  if (demo) {
    lines.push('', `  Demo project   ${demo.projectId}   sign in with:`);
    for (const { role, email, password } of demo.people)
      lines.push(`    ${role.padEnd(6)} ${email.padEnd(24)} ${password}`);
  }
  console.log(lines.concat('').join('\n'));
}
