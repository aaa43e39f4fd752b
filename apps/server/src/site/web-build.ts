import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Where the built web app is. */
export const webFolder = join(root, 'apps/web/dist')
const stamp = join(webFolder, '.inputs')

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
  // by its place in the repository, so that a checkout can be copied or moved together with what was built
  const files = inputs
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Whether the web app must be built again because one of its files changed. */
export function isWebStale(): boolean {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputsHash()
}

/** The web app could not be built; the message is what the build said. */
class WebBuildError extends Error {
  constructor(output: string) {
    super(`The web app could not be built:\n${stripVTControlCharacters(output).trim()}`)
    this.name = 'WebBuildError'
  }
}

/** Builds the web app and stores each text file compressed beside itself, so that no request pays for it. */
export async function buildWeb(): Promise<void> {
  try {
    await promisify(execFile)('pnpm', ['--filter', '@auspex/web', 'run', 'build'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    // execFile rejects with what the program printed; its own message only repeats the command.
    throw new WebBuildError((error as { stderr?: string }).stderr ?? String(error))
  }
  const files = globSync(`${webFolder}/**/*.{js,css,html,svg,json}`)
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
  writeFileSync(stamp, inputsHash())
}
