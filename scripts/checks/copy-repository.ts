import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies every file that is tracked or would be, in its current state, without packages and builds. */
export function copyFiles(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n')
  for (const file of files) if (file !== '' && existsSync(file)) cpSync(file, join(folder, file))
}

/**
 * Copies all tracked and new files of the repository into a temporary folder with its own git repository. Third-party packages are links
 * to those installed here; our own packages are those of the copy, so that changes made in the copy are what runs there.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'auspex-copy-'))
  copyFiles(copy)
  for (const modules of [
    'node_modules',
    ...globSync(['{apps,packages,scripts}/*/node_modules', 'scripts/*/*/node_modules']),
  ])
    linkModules(modules, copy)
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  return copy
}

function linkModules(modules: string, copy: string): void {
  mkdirSync(join(copy, modules), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== '@auspex') symlinkSync(join(process.cwd(), modules, name), join(copy, modules, name))
  const ownPackages = join(modules, '@auspex')
  if (!existsSync(ownPackages)) return
  // the package manager's links are relative, so they lead to the copy's packages
  cpSync(ownPackages, join(copy, ownPackages), { recursive: true, verbatimSymlinks: true })
}
