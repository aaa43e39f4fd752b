import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { passedOnce } from './outcome.ts'
import { type Phase, scriptStep, type Step, toolStep } from './run-phases.ts'
import { runQuickTests } from './run-vitest.ts'

/** Every TypeScript project in the repository. */
export const projects =
  'scripts packages/contract packages/sdk packages/sdk/examples packages/mock-server packages/tools packages/mcp packages/analytics packages/analyst packages/sources apps/api apps/identity apps/server apps/web apps/e2e'.split(
    ' ',
  )

export function typesStep(project: string): Step {
  return toolStep(`types of ${project}`, 'tsc', '-p', project)
}

/**
 * The types of all projects that run in Node, as one program: on its own, each checks the sources of the packages that it imports again, which took
 * twice as long.
 */
function nodeTypesStep(): Step {
  const config = 'test-results/tsconfig.json'
  const step = toolStep('types of all projects but the web app', 'tsc', '-p', config)
  const filesOf = (project: string) => {
    const { include } = JSON.parse(readFileSync(`${project}/tsconfig.json`, 'utf8')) as { include: string[] }
    return include.map((files) => `../${project}/${files}`)
  }
  return {
    ...step,
    run: async (isBeside) => {
      const program = {
        extends: '../.config/tsconfig.base.json',
        compilerOptions: { types: ['node'], allowJs: true },
        include: projects.filter((project) => project !== 'apps/web').flatMap(filesOf),
      }
      mkdirSync('test-results', { recursive: true })
      writeFileSync(config, JSON.stringify(program))
      return step.run(isBeside)
    },
  }
}

/** The contract and everything generated from it. The last step regenerates it, so nothing else may read it meanwhile. */
export const contractPhases: readonly Phase[] = [
  {
    atOnce: 2,
    steps: [
      toolStep('contract lint', 'redocly', 'lint', 'auspex', '--config', 'openapi/redocly.yaml'),
      toolStep('journeys lint', 'redocly', 'lint', ...globSync('openapi/arazzo/*.arazzo.yaml')),
      scriptStep('operations of the specification', 'checks/specification.ts'),
      scriptStep('bars of the contract', 'checks/contract.ts'),
      scriptStep('version that the changes ask for', 'checks/release/version-bump.ts'),
    ],
  },
  { atOnce: 1, steps: [scriptStep('generated code is fresh', 'checks/fresh.ts')] },
]

/** Steps that only read files; the cheapest mistakes to find come first. */
const sourceSteps: readonly Step[] = [
  nodeTypesStep(),
  typesStep('apps/web'),
  toolStep('lint', 'oxlint', '--deny-warnings'),
  toolStep('format', 'oxfmt', '--check'),
  toolStep('dead code', 'knip', '--config', '.config/knip.json', '--no-progress'),
  scriptStep('sizes and notes', 'checks/files.ts'),
  scriptStep('owners of the tables', 'checks/tables.ts'),
  scriptStep('screens of the operations', 'checks/screens.ts'),
  scriptStep('released migrations', 'checks/migrations.ts'),
  scriptStep('names', 'checks/words.ts'),
  scriptStep('decisions', 'checks/decisions.ts'),
  scriptStep('snippets of the docs', 'checks/snippets.ts'),
]

export const webBuildStep: Step = {
  title: 'web build',
  run: async () => {
    if (isWebStale()) await buildWeb()
    return passedOnce
  },
}

/** The phases of `npm test`, ordered by how cheaply they find a mistake. */
export const testPhases: readonly Phase[] = [
  ...contractPhases,
  { atOnce: 2, steps: sourceSteps },
  { atOnce: 1, steps: [{ title: 'unit, API and component tests', run: runQuickTests }] },
]
