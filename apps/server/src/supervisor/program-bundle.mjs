// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node. Run by itself, it writes the bundle.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const source = join(root, 'apps/server/src/main.ts')
const bundleFolder = join(root, 'apps/server/dist')
/** Records the inputs from which a bundle was written. */
const stamp = '.inputs'

/** A digest of what a bundle is made of: path, size and time of every source. Reading them all would take a tenth of a start. */
const describeInputs = () => {
  const hash = createHash('sha256').update(root) // a bundle names files of its checkout
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name, 'src')),
  )
  const used = folders.filter((folder) => !/\b(?:e2e|web)\b/.test(folder) && existsSync(join(root, folder)))
  const files = used.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /\.(?:ts|mjs|json)$/.test(file))
      .map((file) => join(folder, file)),
  )
  for (const file of ['pnpm-lock.yaml', ...files].toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${Math.trunc(mtimeMs)}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} folder The folder of a bundle. */
const isStale = (folder) => {
  const file = join(folder, stamp)
  return !existsSync(file) || readFileSync(file, 'utf8') !== describeInputs()
}

/**
 * The program to run: its bundle, a few files instead of 2,400 modules, which starts in two thirds of the time and takes 40 MB less. An outdated bundle
 * is written again, or the sources are run where that is not possible: in a checkout without development dependencies, or one that is read-only.
 *
 * @param {object} options
 * @param {string} options.node The Node to write it with.
 * @param {boolean} options.mayWrite Whether to write an outdated bundle, which takes some seconds.
 * @param {(text: string) => void} options.say Prints progress for the person who watches.
 * @returns {Promise<string>} The path of the program.
 */
export const findProgram = async ({ node, mayWrite, say }) => {
  const bundle = join(bundleFolder, 'main.js')
  if (!isStale(bundleFolder)) return bundle
  if (!mayWrite) return source
  say('  Bundling the server …')
  const startedAt = performance.now()
  try {
    await promisify(execFile)(node, [fileURLToPath(import.meta.url)], { cwd: root })
    say(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
    return bundle
  } catch (error) {
    const [reason = error.message] = /^\w*Error.*$/m.exec(error.stderr ?? '') ?? []
    say(` not possible, so it runs from its sources. ${reason}\n`)
    return source
  }
}

/** Lets each module of the bundle find its files where its source is, except threads, which become entries of the bundle. */
const keepLocations = {
  name: 'locations',
  async transform(code, id) {
    if (!code.includes('import.meta')) return null
    const thread = /new URL\('(\.\/[\w.-]+\.worker)\.ts', import\.meta\.url\)/g
    const withThreads = code.replace(thread, (_, path) => {
      const fileName = `${basename(path)}.js`
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName })
      return `new URL('./${fileName}', BUNDLE_URL)`
    })
    const calls = [...withThreads.matchAll(/import\.meta\.resolve\('([^']+)'\)/g)]
    const resolved = await Promise.all(calls.map(async ([call, name]) => [call, (await this.resolve(name, id)).id]))
    const here = pathToFileURL(id)
    return resolved
      .reduce((text, [call, path]) => text.replaceAll(call, JSON.stringify(pathToFileURL(path))), withThreads)
      .replaceAll('import.meta.url', JSON.stringify(here))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('BUNDLE_URL', 'import.meta.url')
  },
}

/** V8 keeps a source with any character above U+00FF in twice the memory. */
const escapeCharacters = {
  name: 'characters',
  generateBundle(_, files) {
    for (const file of Object.values(files).filter(({ type }) => type === 'chunk'))
      file.code = file.code.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
  },
}

/** Writes the bundle beside the one in use and moves it into place once complete: another process may run, read or write one at the same time. */
const writeBundle = async () => {
  const { rolldown } = await import('rolldown')
  const inputs = describeInputs()
  const aside = `${bundleFolder}.${randomUUID()}`
  try {
    const bundle = await rolldown({
      input: { main: source },
      platform: 'node',
      logLevel: 'silent',
      // optional packages, which are absent, and packages that read their own files
      external: ['pg-native', 'chdb', /^(?:pdfkit|fontkit|exceljs|pptxgenjs|docx)\b/],
      plugins: [keepLocations, escapeCharacters],
    })
    // errors are told apart by the names of their classes
    await bundle.write({
      dir: aside,
      format: 'esm',
      keepNames: true,
      comments: false,
      chunkFileNames: '[name]-[hash].js',
    })
    writeFileSync(join(aside, stamp), inputs)
    if (isStale(bundleFolder)) {
      const previous = `${aside}.old`
      if (existsSync(bundleFolder)) renameSync(bundleFolder, previous)
      renameSync(aside, bundleFolder)
      rmSync(previous, { recursive: true, force: true })
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeBundle()
