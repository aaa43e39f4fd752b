import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies every file of the repository that is tracked, or would be: as it lies on the disk, without packages and builds. */
export function copyFiles(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n')
  for (const file of files) if (file !== '' && existsSync(file)) cpSync(file, join(folder, file))
}

/**
 * Copies what git knows of the repository, and what is new in it, into a temporary folder with a git repository of its own.
 * Packages of others are links to those that are installed here; our own are those of the copy, so that what is changed
 * there is what runs there.
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
  const own = join(modules, '@auspex')
  if (!existsSync(own)) return
  // The links of the package manager are relative, so they lead to the packages of the copy
  cpSync(own, join(copy, own), { recursive: true, verbatimSymlinks: true })
}
