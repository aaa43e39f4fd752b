// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node. Run by itself, it writes the bundle.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const source = join(root, 'apps/server/src/main.ts')
/** Each bundle has a folder of its own: a running server loads parts of its bundle later, when another may have been written. */
const bundles = join(root, 'apps/server/dist')
const keptBundles = 3

/** A digest of what a bundle is made of: path, size and time of every source. Reading them all would take a tenth of a start. */
const digestInputs = () => {
  const hash = createHash('sha256').update(root) // a bundle names files of its checkout
  const projects = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  )
  const used = projects.filter((project) => !/\b(?:e2e|web)\b/.test(project))
  const sources = used.flatMap((project) => {
    const folder = join(project, 'src')
    if (!existsSync(join(root, folder))) return []
    return readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file))
  })
  const inputs = [...sources, ...used.map((project) => join(project, 'package.json')), 'pnpm-lock.yaml']
  for (const file of inputs.filter((path) => /(?:^|[\\/])[^.][^\\/]*\.(?:ts|mjs|json|yaml)$/.test(path)).toSorted()) {
    const stats = statSync(join(root, file), { throwIfNoEntry: false })
    if (stats !== undefined) hash.update(`${file} ${stats.size} ${Math.round(stats.mtimeMs)}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The program to run: its bundle, a few files instead of 2,400 modules, which starts in 60% of the processor time and takes 70 MB less. If there is
 * none for the current sources, it is written first. Where that is impossible, in a checkout that is read-only or lacks development dependencies, the
 * sources are run. Stack traces name lines of the bundle; a comment above each module gives its path.
 *
 * @param {object} options
 * @param {string} options.node The Node to write it with.
 * @param {boolean} options.mayWrite Whether to write a missing bundle, which takes some seconds.
 * @param {(text: string) => void} options.say Prints progress for the person who watches.
 * @returns {Promise<string>} The path of the program.
 */
export const findProgram = async ({ node, mayWrite, say }) => {
  const folder = join(bundles, digestInputs())
  const bundle = join(folder, 'main.js')
  if (existsSync(bundle)) {
    markUsed(folder)
    return bundle
  }
  if (!mayWrite) return source
  say('  Bundling the server …')
  const startedAt = performance.now()
  try {
    await promisify(execFile)(node, [fileURLToPath(import.meta.url), folder], { cwd: root })
    say(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
    return bundle
  } catch (error) {
    const [reason = error.message] = /^\w*Error.*$/m.exec(error.stderr ?? '') ?? []
    say(` not possible, so it runs from its sources. ${reason}\n`)
    return source
  }
}

/** The bundles that were used longest ago are removed first. */
const markUsed = (folder) => {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // a read-only checkout, in which nothing is removed either
  }
}

/** Packages with files of their own, which they look for beside their code. They are loaded from where they are installed. */
const packagesWithFiles = /^(?:sharp|pdfkit|fontkit|pptxgenjs)$/

const keepPackages = {
  name: 'packages',
  async resolveId(name, importer, options) {
    if (!packagesWithFiles.test(name)) return null
    const found = await this.resolve(name, importer, { ...options, skipSelf: true })
    return found === null ? null : { id: pathToFileURL(found.id).href, external: true }
  },
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

/**
 * V8 keeps a source with any character above U+00FF in twice the memory. A backslash before a character of a string means that character. Raw templates
 * with such characters are patterns, in which the escape means the same.
 */
const escapeCharacters = {
  name: 'characters',
  generateBundle(_, files) {
    for (const file of Object.values(files).filter(({ type }) => type === 'chunk'))
      file.code = file.code.replace(/(\\*)([\u0080-\uffff])/g, (_match, backslashes, unit) => {
        const kept = backslashes.slice(backslashes.length % 2)
        return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      })
  },
}

/** Writes a bundle into its folder, which appears when it is complete: several processes may start at once. */
const writeBundle = async (folder) => {
  const aside = `${folder}.${randomUUID()}`
  mkdirSync(aside, { recursive: true }) // fails at once where nothing can be written
  try {
    const { rolldown } = await import('rolldown')
    const bundle = await rolldown({
      input: { main: source },
      platform: 'node',
      logLevel: 'silent',
      external: ['pg-native', 'chdb'], // optional, and absent
      plugins: [keepPackages, keepLocations, escapeCharacters],
    })
    // errors are told apart by the names of their classes
    await bundle.write({
      dir: aside,
      format: 'esm',
      keepNames: true,
      comments: false,
      chunkFileNames: '[name]-[hash].js',
    })
    try {
      renameSync(aside, folder)
    } catch (error) {
      if (!existsSync(join(folder, 'main.js'))) throw error // another process was faster
    }
    removeOldBundles()
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const removeOldBundles = () => {
  const byUse = readdirSync(bundles)
    .map((name) => join(bundles, name))
    // another process may have moved or removed one meanwhile
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.usedAt - a.usedAt)
  for (const { path } of byUse.slice(keptBundles)) rmSync(path, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeBundle(process.argv[2])
