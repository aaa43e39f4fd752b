import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

/** An outside project: its package manager and its React version. */
export interface ProjectKind {
  readonly manager: 'npm' | 'pnpm'
  readonly react: 18 | 19
}

export interface Project extends ProjectKind {
  readonly folder: string
}

export const compilers = { '5.4': 'typescript-5-4', '5.9': 'typescript-5-9', '7': 'typescript' } as const
const compilerVersions = { '5.4': '5.4.5', '5.9': '5.9.3', '7': installedVersion('typescript') }

export const projectKinds: readonly ProjectKind[] = [
  { manager: 'npm', react: 18 },
  { manager: 'npm', react: 19 },
  { manager: 'pnpm', react: 18 },
  { manager: 'pnpm', react: 19 },
]

/** Installs the packed SDK and the peers of its entry points with one package manager, set so that an unmet peer fails the install. */
export async function createProject({ manager, react }: ProjectKind, tarball: string): Promise<Project> {
  const folder = makeTemporaryFolder(`${manager}-react-${react}`)
  const query = installedVersion('@tanstack/react-query')
  const dependencies = {
    '@auspex/sdk': `file:${tarball}`,
    '@tanstack/react-query': query,
    // only the cache, which server components can import
    '@tanstack/query-core': query,
    '@types/node': installedVersion('@types/node'),
    '@types/react': String(react),
    msw: installedVersion('msw'),
    react: String(react),
    'react-dom': String(react),
    zod: installedVersion('zod'),
    ...Object.fromEntries(
      Object.entries(compilers).map(([version, name]) => [
        name,
        `npm:typescript@${compilerVersions[version as keyof typeof compilers]}`, // both objects have the same keys
      ]),
    ),
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module', dependencies }),
  )
  const args = {
    npm: ['install', '--no-audit', '--no-fund', '--strict-peer-deps'],
    pnpm: ['install', '--strict-peer-dependencies', '--ignore-scripts'],
  }
  await capture(manager, args[manager], { cwd: folder, timeoutMs: 300_000 })
  return { manager, react, folder }
}

function installedVersion(name: string): string {
  const file = join('packages/sdk/node_modules', name, 'package.json')
  // every package has a version
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
