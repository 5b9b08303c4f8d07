import { createConfig, lintFromString } from '@redocly/openapi-core';

/** @returns the problems that Redocly's recommended rules find, one a line */
export async function lint(checked: object, rules: Readonly<Record<string, 'off' | 'error'>> = {}): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: JSON.stringify(checked), absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer} ${message}`);
}
