import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { bundle } from '../bundle-probe.ts'
import { startProbeServer, targetOf } from '../probe/probe-server.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { Project } from './projects.ts'

export type Runtime = 'Node 20' | 'Node 22' | 'Node 24' | 'Bun' | 'Deno'

interface Program {
  /** The package of the registry that brings it */
  readonly package: string
  /** Where its program is, below `node_modules` */
  readonly file: string
  readonly args: readonly string[]
}

const nodePackage = `node-${process.platform}-${process.arch}`
const programs: Readonly<Record<Runtime, Program>> = {
  'Node 20': node(20),
  'Node 22': node(22),
  'Node 24': node(24),
  Bun: { package: 'bun', file: '.bin/bun', args: ['run'] },
  Deno: {
    package: 'deno',
    file: '.bin/deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--no-remote'],
  },
}

const programPaths = new Map<Runtime, Promise<string>>()

/** The path of a runtime's program, installed once for all projects. */
function programOf(runtime: Runtime): Promise<string> {
  const known = programPaths.get(runtime)
  if (known) return known
  const program = programs[runtime]
  const prefix = makeTemporaryFolder(runtime.toLowerCase().replace(' ', '-'))
  const path = capture('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', program.package], {
    timeoutMs: 300_000,
  }).then(() => join(prefix, 'node_modules', program.file))
  programPaths.set(runtime, path)
  return path
}

/** Runs the probe in a project: a call and its token, a retry, an error, an upload, a stream that is cut, an abort. */
export async function runProbe(project: Project, runtime: Runtime): Promise<void> {
  const program = await programOf(runtime)
  const server = await startProbeServer(new Map())
  try {
    const code = await bundle(project, 'external')
    const call = `probe(${JSON.stringify(targetOf(server))}).then((done) => console.log('checks: ' + done.length))`
    writeFileSync(join(project.folder, 'probe.mjs'), `${code}\n${call}`)
    const printed = await capture(program, [...programs[runtime].args, 'probe.mjs'], {
      cwd: project.folder,
      env: { DENO_NO_UPDATE_CHECK: '1' },
    })
    if (!printed.includes('checks: 6')) throw new Error(`${runtime} printed ${printed}`)
  } finally {
    await server.close()
  }
}

function node(version: number): Program {
  return { package: `${nodePackage}@${version}`, file: `${nodePackage}/bin/node`, args: [] }
}
