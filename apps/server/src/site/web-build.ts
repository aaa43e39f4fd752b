import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Where the built web app is. */
export const webFolder = join(root, 'apps/web/dist')
/** Records the inputs from which a folder was built. */
const stamp = '.inputs'

function inputsHash(): string {
  const hash = createHash('sha256')
  const inputs = globSync(
    [
      'apps/web/{src,public}/**/*',
      'apps/web/{index.html,vite.config.ts,package.json}',
      'packages/sdk/src/**/*.ts',
      'pnpm-lock.yaml',
    ],
    { cwd: root, withFileTypes: true },
  )
  // by path relative to the repository, so that a checkout can be copied or moved together with its build
  const files = inputs
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Whether the web app must be rebuilt because one of its files changed. */
export function isWebStale(folder = webFolder): boolean {
  const file = join(folder, stamp)
  return !existsSync(file) || readFileSync(file, 'utf8') !== inputsHash()
}

/** The web app could not be built; the message is the build's output. */
class WebBuildError extends Error {
  constructor(output: string) {
    super(`The web app could not be built:\n${stripVTControlCharacters(output).trim()}`)
    this.name = 'WebBuildError'
  }
}

/** Writes the web app into a folder, which it first empties. */
type Bundle = (folder: string) => Promise<unknown>

async function bundleWithVite(folder: string): Promise<void> {
  try {
    await promisify(execFile)(
      'pnpm',
      ['--filter', '@auspex/web', 'run', 'build', '--outDir', folder, '--emptyOutDir'],
      {
        cwd: root,
        // Vite would otherwise bundle React for development, a quarter larger, from a shell or a test that sets another value.
        env: { ...process.env, NODE_ENV: 'production' },
        maxBuffer: 64 * 1024 * 1024,
      },
    )
  } catch (error) {
    // execFile rejects with the program's output; its own message only repeats the command.
    throw new WebBuildError((error as { stderr?: string }).stderr ?? String(error))
  }
}

/**
 * Builds the web app and stores each text file compressed next to it, so that no request pays for compression. It is built in a separate folder and
 * moved into place once complete: processes that share a checkout may build at once after an upgrade, and one that reads the app finds every file.
 */
export async function buildWeb({
  folder = webFolder,
  bundle = bundleWithVite,
}: { folder?: string; bundle?: Bundle } = {}): Promise<void> {
  const aside = `${folder}.${randomUUID()}`
  try {
    await bundle(aside)
    await compressFiles(aside)
    writeFileSync(join(aside, stamp), inputsHash())
    // another process may have finished first, and its files may be in use
    if (isWebStale(folder)) replaceFolder(folder, aside)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Replaces it atomically, so that no reader sees a mixture of both. */
function replaceFolder(folder: string, by: string): void {
  const previous = `${by}.old`
  if (existsSync(folder)) renameSync(folder, previous)
  renameSync(by, folder)
  rmSync(previous, { recursive: true, force: true })
}

async function compressFiles(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{js,css,html,svg,json}`)
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < 1024) return
      writeFileSync(
        `${file}.br`,
        await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
