import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from './capture.ts'
import { documentedUrl, readBlocks } from './readme-blocks.ts'
import type { RealServer } from '@auspex/server/testing'
import { makeTemporaryFolder } from './temporary-folder.ts'

export interface Consumer {
  readonly folder: string
  /** Packages installed as dependencies of the SDK */
  readonly packages: readonly string[]
}

/** Adds packages to a project with npm, as its developer would. */
export function install(folder: string, packages: readonly string[]): Promise<string> {
  return capture('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
    timeoutMs: 300_000,
  })
}

/** A project outside the workspace that installs only the packed SDK. */
export async function createConsumer(tarball: string): Promise<Consumer> {
  const folder = makeTemporaryFolder('consumer')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await install(folder, ['--omit=peer', tarball])
  const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  const foreign = packages.filter((name) => name !== '@auspex' && name !== 'ky')
  if (foreign.length > 0) throw new Error(`the SDK installs ${foreign.join(', ')}; it may bring ky and nothing else`)
  return { folder, packages }
}

/** Runs the first example of the SDK's README in the consumer project, against the real server. */
export async function runFirstExample({ folder }: Consumer, { url, token }: RealServer): Promise<string> {
  const code = readBlocks('packages/sdk/README.md')[0]?.code
  if (code === undefined) throw new Error('the README of the SDK has no example')
  writeFileSync(join(folder, 'first.ts'), code.replaceAll(documentedUrl, url))
  await capture(process.execPath, ['first.ts'], { cwd: folder, env: { AUSPEX_TOKEN: token } })
  return "the README's first example runs in it against the real server"
}

/** Imports every entry point, so that a compiler follows all declarations. */
export const doors = `import { createClient, type AuspexStream, type AssistantEvent, streamZeusReply } from '@auspex/sdk'
import { createAuspex } from '@auspex/sdk/facade'
import { operations } from '@auspex/sdk/operations'
import { useGetSignalReport } from '@auspex/sdk/react'
import { verifyWebhook } from '@auspex/sdk/webhooks'
import { SignalReport as SignalReportSchema } from '@auspex/sdk/zod'
import { getMeMockHandler } from '@auspex/sdk/msw'
import type { ContractOperations, SignalReport } from '@auspex/sdk/types'

const client = createClient({ baseUrl: '/api', assistantUrl: '/assistant' })
const stream: AuspexStream<AssistantEvent> = streamZeusReply({ message: 'Why?' }, { client })
const report: SignalReport = SignalReportSchema.parse({})
const facadeCall: PromiseLike<SignalReport> = createAuspex({ baseUrl: '/api' }).signals.report('sig_a')
export type Reply = ContractOperations['getSignalReport']['responses'][200]
export const usedExports = [stream, report, facadeCall, verifyWebhook, operations.getSignalReport.path, useGetSignalReport, getMeMockHandler]
`
const compilers = { 'TypeScript 7': 'typescript', 'TypeScript 5.9': 'typescript-5' }
const resolutions = ['nodenext', 'bundler']

/** Type-checks the consumer project with every compiler and resolution mode, including library declarations. */
export async function checkTypes({ folder }: Consumer): Promise<string> {
  const { peerDependencies } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  const peers = Object.keys(peerDependencies).map((name) => `${name}@${installedVersion(name)}`)
  await install(folder, [
    ...peers,
    `@types/react@${installedVersion('@types/react')}`,
    `@types/node@${installedVersion('@types/node')}`,
    `typescript@${installedVersion('typescript')}`,
    'typescript-5@npm:typescript@5.9.3',
  ])
  writeFileSync(join(folder, 'doors.ts'), doors)
  let runs = 0
  for (const [compiler, name] of Object.entries(compilers))
    for (const resolution of resolutions) {
      const config = `tsconfig.${name}.${resolution}.json`
      const compilerOptions = {
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        types: ['node'],
      }
      writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      await capture(process.execPath, [join('node_modules', name, 'bin', 'tsc'), '-p', config], { cwd: folder }).catch(
        (error: Error) => {
          throw new Error(`${compiler} with ${resolution}: ${error.message}`)
        },
      )
      runs += 1
    }
  return `${runs} of 4 type checks pass with skipLibCheck off (TypeScript 7 and 5.9, NodeNext and Bundler)`
}

function installedVersion(name: string): string {
  return (
    JSON.parse(readFileSync(join('packages/sdk/node_modules', name, 'package.json'), 'utf8')) as { version: string }
  ).version
}
