import { programsInContainers } from './container.ts';

/** How each program is installed, on Debian and with Homebrew, where they have it. */
export const packages: Readonly<Record<string, readonly [debian: string | undefined, homebrew?: string]>> = {
  'nats-server': ['nats-server', 'nats-server'],
  'redis-server': ['redis-server', 'redis'],
  chromium: ['chromium', '--cask chromium'],
  'firefox-esr': ['firefox-esr', '--cask firefox'],
  WebKitWebDriver: ['webkit2gtk-driver'],
  Xvfb: ['xvfb'],
  clamd: ['clamav-daemon', 'clamav'],
  dovecot: ['dovecot-imapd', 'dovecot'],
  postfix: ['postfix'],
  'swift-proxy-server': ['swift-proxy swift-account swift-container swift-object memcached'],
  versitygw: [undefined],
  kustomize: ['kustomize', 'kustomize'],
  helm: [undefined, 'helm'],
  'kube-apiserver': [undefined],
  'kube-controller-manager': [undefined],
  'kube-scheduler': [undefined],
  promtool: ['prometheus', 'prometheus'],
  prometheus: ['prometheus', 'prometheus'],
  script: ['bsdutils'],
  python3: ['python3', 'python'],
  go: ['golang-go', 'go'],
  java: ['default-jdk-headless', 'openjdk'],
  mvn: ['maven', 'maven'],
};

/** What is no program, and how it is obtained. */
const otherNeeds: Readonly<Record<string, string>> = {
  history: 'Fetch it with `git fetch --unshallow --tags`.',
};

interface FileResult {
  testResults: readonly { ancestorTitles: readonly string[] }[];
}

/**
 * What a run has not proven because a program, or something else, was missing, for people. See `describeWithProgram`.
 * @returns the empty text when nothing was left out
 */
export function notProven(files: readonly FileResult[]): string {
  const counts = new Map<string, number>();
  for (const { ancestorTitles } of files.flatMap(({ testResults }) => testResults)) {
    for (const need of new Set(ancestorTitles.flatMap(missingIn))) counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const lines = [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([program, count]) => `  ${program}: ${count} ${count === 1 ? 'test' : 'tests'}. ${installationOf(program)}`);
  return `\nNot proven, because something is missing:\n${lines.join('\n')}\n`;
}

/** How many tests were left out because something was missing. */
export function countNotProven(files: readonly FileResult[]): number {
  const tests = files.flatMap(({ testResults }) => testResults);
  return tests.filter(({ ancestorTitles }) => ancestorTitles.some((title) => missingIn(title).length > 0)).length;
}

/** Said in the title of their block. */
function missingIn(title: string): string[] {
  return /\(not proven: (\S+) is (?:not installed|missing)\)$/.exec(title)?.slice(1) ?? [];
}

function installationOf(program: string): string {
  const other = otherNeeds[program];
  if (other) return other;
  // `name@version` is none of a distribution's own.
  const [debian, homebrew] = packages[program] ?? (program.includes('@') ? [] : [program]);
  const ways = [
    ...(debian ? [`\`apt-get install ${debian}\``] : ['its project’s own release']),
    ...(homebrew ? [`\`brew install ${homebrew}\``] : []),
  ];
  const container = programsInContainers.includes(program) ? '; or start a Docker engine on Linux, which runs one' : '';
  return `Install it with ${ways.join(' or ')}${container}.`;
}
