import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { bundle } from '../bundle-probe.ts'
import { startProbeServer, targetOf } from '../probe/probe-server.ts'
import { nodeOf } from '../runtimes.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { Project } from './projects.ts'

export type Runtime = 'Node 20' | 'Node 22' | 'Node 24' | 'Bun' | 'Deno'

interface Program {
  /** Returns the path of its executable, and installs it first if necessary */
  readonly find: () => Promise<string>
  readonly args: readonly string[]
}

const programs: Readonly<Record<Runtime, Program>> = {
  'Node 20': { find: () => nodeOf(20), args: [] },
  'Node 22': { find: () => nodeOf(22), args: [] },
  'Node 24': { find: () => nodeOf(24), args: [] },
  Bun: { find: () => installProgram('bun'), args: ['run'] },
  Deno: {
    find: () => installProgram('deno'),
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--no-remote'],
  },
}

const programPaths = new Map<Runtime, Promise<string>>()

/** The path of a runtime's executable, installed once for all projects. */
function programOf(runtime: Runtime): Promise<string> {
  const cachedPath = programPaths.get(runtime)
  if (cachedPath) return cachedPath
  const path = programs[runtime].find()
  programPaths.set(runtime, path)
  return path
}

/** Installs an executable from the npm package of the same name. */
async function installProgram(name: string): Promise<string> {
  const prefix = makeTemporaryFolder(name)
  await capture('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', name], { timeoutMs: 300_000 })
  return join(prefix, 'node_modules', '.bin', name)
}

/** Runs the probe in a project: a call and its token, a retry, an error, an upload, an interrupted stream, an abort. */
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
