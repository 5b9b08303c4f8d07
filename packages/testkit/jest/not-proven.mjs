/** How each program is installed, on Debian and with Homebrew where it has it. */
const packages = {
  'nats-server': ['nats-server', 'nats-server'],
  'redis-server': ['redis-server', 'redis'],
  chromium: ['chromium', '--cask chromium'],
  clamd: ['clamav-daemon', 'clamav'],
  'swift-proxy-server': ['swift-proxy swift-account swift-container swift-object memcached'],
  kustomize: ['kustomize', 'kustomize'],
};

/** Says, last of all, what a run has not proven because a program was not installed. See `describeWithProgram`. */
export default class NotProven {
  onRunComplete(_contexts, { testResults }) {
    const counts = new Map();
    for (const { ancestorTitles } of testResults.flatMap(({ testResults: tests }) => tests)) {
      for (const program of new Set(ancestorTitles.flatMap(missingProgram)))
        counts.set(program, (counts.get(program) ?? 0) + 1);
    }
    if (counts.size === 0) return;
    const lines = [...counts]
      .toSorted()
      .map(
        ([program, count]) => `  ${program}: ${count} ${count === 1 ? 'test' : 'tests'}. ${installationOf(program)}`,
      );
    const text = `\nNot proven, because a program is not installed:\n${lines.join('\n')}\n`;
    // Jest prints its own summary after all reporters.
    process.once('exit', () => process.stderr.write(text));
  }
}

/** Said in the title of their block. */
function missingProgram(title) {
  return /\(not proven: (\S+) is not installed\)$/.exec(title)?.slice(1) ?? [];
}

function installationOf(program) {
  const [debian, homebrew] = packages[program] ?? [program];
  return `Install it with \`apt-get install ${debian}\`${homebrew ? ` or \`brew install ${homebrew}\`` : ''}.`;
}
