import { runInChromium, runInWorker } from '../browser.ts'
import { runOnEdge } from '../runtimes.ts'
import { createProject, type Project, projectKinds } from './projects.ts'
import { drawPage, drawServerComponent } from './react.ts'
import { runProbe, type Runtime } from './runtimes.ts'
import { checkDoors, type Compiler, type Resolution } from './types.ts'

/** One column of the matrix. */
interface Column {
  readonly name: string
  readonly run: (project: Project) => Promise<unknown>
}

const columns: readonly Column[] = [
  types('5.4', 'nodenext'),
  types('5.4', 'bundler'),
  types('5.9', 'nodenext'),
  types('5.9', 'bundler'),
  types('7', 'nodenext'),
  types('7', 'bundler'),
  probe('Node 20'),
  probe('Node 22'),
  probe('Node 24'),
  probe('Bun'),
  probe('Deno'),
  { name: 'Chromium', run: runInChromium },
  { name: 'Worker', run: runInWorker },
  { name: 'edge', run: runOnEdge },
  { name: 'server components', run: drawServerComponent },
  { name: 'a page drawn on a server', run: drawPage },
]

/** The part that CI does not already cover elsewhere: the other package manager, and the oldest version of each tool. */
const inContinuousIntegration = {
  kinds: projectKinds.filter(({ manager, react }) => manager === 'pnpm' && react === 18),
  columns: columns.filter(({ name }) =>
    ['TypeScript 5.4, Bundler', 'Node 20', 'Worker', 'server components', 'a page drawn on a server'].includes(name),
  ),
}

export interface MatrixResult {
  readonly cells: number
  readonly failures: readonly string[]
}

/** Runs the matrix cell by cell, and reports each as it ends. */
export async function runMatrix(
  tarball: string,
  part: 'whole' | 'ci',
  reportLine: (line: string) => void,
): Promise<MatrixResult> {
  const selection = part === 'whole' ? { kinds: projectKinds, columns } : inContinuousIntegration
  const failures: string[] = []
  let cells = 0
  for (const kind of selection.kinds) {
    const cell = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
      const startedAt = performance.now()
      cells += 1
      const row = `${kind.manager.padEnd(4)} React ${kind.react}  ${name.padEnd(26)}`
      try {
        const result = await work()
        reportLine(`${row} ok    ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
        return result
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        reportLine(`${row} FAIL  ${reason.slice(0, 2000)}`)
        failures.push(`${row}: ${reason}`)
        return undefined
      }
    }
    const project = await cell('install', () => createProject(kind, tarball))
    if (project) for (const { name, run } of selection.columns) await cell(name, () => run(project))
  }
  return { cells, failures }
}

function types(compiler: Compiler, resolution: Resolution): Column {
  const name = `TypeScript ${compiler}, ${resolution === 'nodenext' ? 'NodeNext' : 'Bundler'}`
  return { name, run: (project) => checkDoors(project, compiler, resolution) }
}

function probe(runtime: Runtime): Column {
  return { name: runtime, run: (project) => runProbe(project, runtime) }
}
