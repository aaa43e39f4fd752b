import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Third-party packages that pnpm installed for a folder, and the size of their files. */
export function measurePackages(folder: string): { packages: number; megabytes: number } {
  const store = join(folder, 'node_modules/.pnpm')
  const bytes = globSync('**/*', { cwd: store, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0)
  // each has a folder named `@scope+name@1.2.3`
  const packages = readdirSync(store).filter((name) => /.@/.test(name)).length
  return { packages, megabytes: Math.round(bytes / 1_000_000) }
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Dependencies that our packages in a folder can import although they are only development dependencies, as `package: dependency`. */
export function findDevelopmentDependencies(folder: string): string[] {
  return globSync(['package.json', '{apps,packages,scripts}/*/package.json'], { cwd: folder }).flatMap((path) => {
    const {
      name,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Manifest
    return Object.keys(devDependencies)
      .filter((each) => !(each in dependencies) && existsSync(join(folder, dirname(path), 'node_modules', each)))
      .map((each) => `${name}: ${each}`)
  })
}
