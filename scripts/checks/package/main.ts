/**
 * Usage: node scripts/checks/package/main.ts [--update]. Packs the SDK, then lints, type-checks, installs and runs the package as its users would.
 */
import {
  checkTypes,
  createConsumer,
  packPackage,
  runAttw,
  runFirstExample,
  runPackedMcp,
  runPublint,
  sdkFolder,
  startDemoServer,
} from './consumer.ts'
import { platforms, runMatrix } from './matrix-cells.ts'
import { checkSurface } from './surface.ts'

let failures = 0

async function step<T>(name: string, work: () => Promise<T> | T): Promise<T | undefined> {
  const startedAt = performance.now()
  const seconds = (): string => `(${((performance.now() - startedAt) / 1000).toFixed(1)} s)`
  try {
    const result = await work()
    console.log(`ok    ${name}: ${typeof result === 'string' ? result : 'done'} ${seconds()}`)
    return result
  } catch (error) {
    failures += 1
    console.error(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)} ${seconds()}`)
    return undefined
  }
}

const tarball = await step('pack', () => packPackage(sdkFolder))
if (tarball !== undefined) {
  // before the rest, because `mcp` builds packages/sdk/dist again
  await step('surface', () => checkSurface(process.argv.includes('--update')))
  // in parallel: one waits for the registry and for servers while the other computes
  await Promise.all([checkPackage(tarball), runAsConsumer(tarball)])
}

async function checkPackage(file: string): Promise<void> {
  await step('publint', () => runPublint(file))
  await step('attw', () => runAttw(file))
  await step('matrix (CI subset)', async () => {
    const { cells, failures: matrixFailures } = await runMatrix(file, 'ci')
    if (matrixFailures.length > 0) throw new Error(matrixFailures.join('\n'))
    return `${cells} cells passed`
  })
}

async function runAsConsumer(file: string): Promise<void> {
  const consumer = await step('install', () => createConsumer(file))
  if (consumer === undefined) return
  const server = await step('server', startDemoServer)
  if (server !== undefined) {
    await step('example', () => runFirstExample(consumer, server))
    await step('mcp', () => runPackedMcp(server))
    await server.close()
  }
  for (const { name, run } of platforms) await step(name, () => run(consumer))
  await step('types', () => checkTypes(consumer))
}

process.exit(failures === 0 ? 0 : 1)
