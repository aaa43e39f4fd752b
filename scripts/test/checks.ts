export interface Check {
  readonly title: string
  readonly command: string
  readonly args: readonly string[]
}

const script = (title: string, file: string, ...args: string[]): Check => ({
  title,
  command: 'node',
  args: [`scripts/${file}`, ...args],
})

const projects = [
  'scripts',
  'packages/contract',
  'packages/fixtures',
  'packages/sdk',
  'packages/sdk/examples',
  'packages/mock-server',
  'packages/mcp',
  'packages/analytics',
  'packages/sources',
  'apps/api',
  'apps/identity',
  'apps/web',
  'apps/e2e',
]

/** Reads files only; the cheapest mistakes to find come first. */
export const staticChecks: readonly Check[] = [
  {
    title: 'contract lint',
    command: 'redocly',
    args: ['lint', 'auspex', '--config', 'openapi/redocly.yaml', '--max-problems', '20'],
  },
  script('operations of the specification', 'checks/specification.ts'),
  script('generated code is fresh', 'checks/fresh.ts'),
  script('bars of the contract', 'checks/contract.ts'),
  script('version that the changes ask for', 'release/version-bump.ts'),
  ...projects.map((project): Check => ({ title: `types of ${project}`, command: 'tsc', args: ['-p', project] })),
  { title: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { title: 'format', command: 'oxfmt', args: ['--check'] },
  { title: 'dead code', command: 'knip', args: ['--config', '.config/knip.json', '--no-progress'] },
  script('sizes and notes', 'checks/files.ts'),
  script('snippets of the docs', 'checks/snippets.ts'),
  script('canaries', 'checks/canaries.ts'),
]

/** Proofs about the contract, the SDK and the mock server; each prints its figures and fails below its bar. */
export const proofs: readonly Check[] = [
  script('seeded drifts', 'drift/seeded.ts'),
  script('judgements of server and mock', 'drift/agree.ts'),
  script('sequences on server and mock', 'drift/sequences.ts'),
  script('bodies of the mock', 'mock/bodies.ts'),
  script('weight of the SDK', 'sdk/sizes.ts'),
]

/** Proofs that start servers, install packages or open a browser. */
export const slowProofs: readonly Check[] = []
