import { globSync } from 'node:fs'

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

/** The contract and what is generated from it, which is made anew here, so nothing else may read it meanwhile. */
export const contractChecks: readonly Check[] = [
  {
    title: 'contract lint',
    command: 'redocly',
    args: ['lint', 'auspex', '--config', 'openapi/redocly.yaml'],
  },
  { title: 'journeys lint', command: 'redocly', args: ['lint', ...globSync('openapi/arazzo/*.arazzo.yaml')] },
  script('operations of the specification', 'checks/specification.ts'),
  script('generated code is fresh', 'checks/fresh.ts'),
  script('bars of the contract', 'checks/contract.ts'),
  script('version that the changes ask for', 'release/version-bump.ts'),
]

/** Reads files only; the cheapest mistakes to find come first. */
export const sourceChecks: readonly Check[] = [
  ...projects.map((project): Check => ({ title: `types of ${project}`, command: 'tsc', args: ['-p', project] })),
  { title: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { title: 'format', command: 'oxfmt', args: ['--check'] },
  { title: 'dead code', command: 'knip', args: ['--config', '.config/knip.json', '--no-progress'] },
  script('sizes and notes', 'checks/files.ts'),
  script('owners of the tables', 'checks/tables.ts'),
  script('snippets of the docs', 'checks/snippets.ts'),
  script('canaries', 'checks/canaries.ts'),
]

/** Proofs about the contract, the SDK, the mock server and the measures; each prints its figures and fails below its bar. */
export const proofs: readonly Check[] = [
  script('seeded drifts', 'drift/seeded.ts'),
  script('judgements of server and mock', 'drift/agree.ts'),
  script('sequences on server and mock', 'drift/sequences.ts'),
  script('bodies of the mock', 'mock/bodies.ts'),
  script('weight of the SDK', 'sdk/sizes.ts'),
  script('100,000 random queries', 'checks/fuzz-query.ts'),
  script('worst bodies of every operation', 'attack/worst-bodies.ts'),
  // what needs no data of others and takes seconds; `npm run eval` measures everything
  script('measures on planted data', 'eval/main.ts', 'language', 'changepoints', 'lag-correlation'),
]

/** Proofs that start servers, install packages or open a browser, and share nothing. */
export const slowProofs: readonly Check[] = [
  script('a source added to a copy of the repository', 'checks/source-recipe.ts'),
  script('the SDK as a package', 'package/main.ts'),
  script('journeys of the contract on server and mock', 'arazzo/main.ts'),
  script('20,000 raw requests', 'attack/raw-sockets.ts'),
]

/** Proofs that use the package that was made, or measure times: one after the other. */
export const lastProofs: readonly Check[] = [
  script('documented code', 'package/run-snippets.ts'),
  script('examples of the SDK', 'package/run-examples.ts'),
  script('the mock server as a package', 'mock/packed.ts'),
  script('twenty costly callers beside a calm one', 'attack/hostile-queries.ts'),
  // shares of processor time tell a mistake after three rounds; `npm run bench:mock` makes ten
  script('the mock beside Prism and Mockoon', 'bench/mock.ts', '3'),
]
