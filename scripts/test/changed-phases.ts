import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Phase, type Step, toolStep } from './run-phases.ts'
import { runVitest, slowFiles } from './run-vitest.ts'
import { contractPhases, projects, typesStep } from './tests.ts'

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return output.split('\n').filter((line) => line !== '')
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
  // it must not look like a branch without changes
  if (branch !== undefined) throw new Error(`This clone has no branch ${branch}`)
  return 'HEAD'
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function readManifest(project: string): Manifest {
  const file = `${project}/package.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : { name: project }
}

/** The projects that contain one of the files, and all projects that depend on them. */
export function affectedProjects(files: readonly string[]): string[] {
  const affected = new Set(projects.filter((project) => files.some((file) => file.startsWith(`${project}/`))))
  for (let size = -1; size !== affected.size;) {
    size = affected.size
    const names = new Set([...affected].map((project) => readManifest(project).name))
    for (const project of projects) {
      const { dependencies, devDependencies } = readManifest(project)
      if (Object.keys({ ...dependencies, ...devDependencies }).some((name) => names.has(name))) affected.add(project)
    }
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
  console.log(`${files.length} files differ from ${base.slice(0, 8)}`)
  if (files.length === 0) return []
  const tests: Step = {
    title: 'tests of what changed',
    run: () => runVitest([`--changed=${base}`, `--exclude=${slowFiles}`, '--passWithNoTests']),
  }
  return [
    ...(files.some((file) => file.startsWith('openapi/')) ? contractPhases : []),
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
