import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { runVitest } from './run-vitest.ts'
import { contractSteps, projects, typesStep } from './tests.ts'
import { type Phase, type Step, toolStep } from './step.ts'

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')
}

/** The commit where the branch left `main` or the given branch; the previous commit if `main` itself is checked out. */
function readBase(branch: string | undefined): string {
  for (const main of branch === undefined ? ['origin/main', 'main'] : [branch]) {
    try {
      return git('merge-base', 'HEAD', main)[0] ?? 'HEAD'
    } catch {
      // no such branch in this clone
    }
  }
  return 'HEAD'
}

function dependenciesOf(project: string): string[] {
  const file = `${project}/package.json`
  if (!existsSync(file)) return []
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  return Object.keys({ ...dependencies, ...devDependencies })
}

function nameOf(project: string): string {
  return existsSync(`${project}/package.json`)
    ? (JSON.parse(readFileSync(`${project}/package.json`, 'utf8')) as { name: string }).name
    : project
}

/** The projects that contain one of the files, and all projects that depend on them. */
export function affectedProjects(files: readonly string[]): string[] {
  const affected = new Set(projects.filter((project) => files.some((file) => file.startsWith(`${project}/`))))
  for (let size = -1; size !== affected.size;) {
    size = affected.size
    const names = new Set([...affected].map(nameOf))
    for (const project of projects)
      if (dependenciesOf(project).some((dependency) => names.has(dependency))) affected.add(project)
  }
  return projects.filter((project) => affected.has(project))
}

/**
 * Checks what the files that differ from `main`, committed or not, can break: their format and lint, the types of their projects and of dependent
 * projects, the contract if it changed, and the tests that import them directly or transitively.
 */
export function changedPhases(branch?: string): Phase[] {
  const base = readBase(branch)
  const files = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const code = files.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file))
  const isContractChanged = files.some((file) => file.startsWith('openapi/'))
  console.log(`${files.length} files differ from ${base.slice(0, 8)}`)
  if (files.length === 0) return []
  const tests: Step = {
    title: 'tests of what changed',
    run: () => runVitest([`--changed=${base}`, '--passWithNoTests']),
  }
  return [
    { atOnce: 1, steps: isContractChanged ? contractSteps : [] },
    {
      atOnce: 2,
      steps: [
        toolStep('format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files),
        ...(code.length > 0 ? [toolStep('lint', 'oxlint', '--deny-warnings', ...code)] : []),
        ...affectedProjects(files).map(typesStep),
      ],
    },
    { atOnce: 1, steps: [tests] },
  ]
}
