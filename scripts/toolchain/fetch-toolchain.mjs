// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The toolchain could not be fetched; its message is for the person who started the command. */
export class ToolchainError extends Error {
  name = 'ToolchainError'
}

/** @typedef {Record<string, { version: string, integrity: string }>} Pins Packages by name, with the hash of their file. */

/**
 * Installs packages from the registry into a folder, exactly those whose hashes are pinned: npm compares the hash of each file before
 * it unpacks or runs anything. Packages that are already in the folder as pinned stay untouched, whether requested or not, because a
 * process that was started earlier may be running from them.
 *
 * @param {object} options
 * @param {Pins} options.pins
 * @param {readonly string[]} options.names
 * @param {string} options.folder
 * @param {(line: string) => void} options.say
 * @param {NodeJS.ProcessEnv} [options.env]
 */
export const fetchToolchain = async ({ pins, names, folder, say, env = process.env }) => {
  const unknown = names.filter((name) => pins[name] === undefined)
  if (unknown.length > 0)
    throw new ToolchainError(
      `No hash is pinned for ${unknown.join(' and ')}, so it is not fetched. Install Node 24 or later and pnpm 12 yourself and start again, or pin it as scripts/toolchain/README.md says.`,
    )
  const installedPackages = heldPackages(folder, pins)
  const missingPackages = names.filter((name) => !installedPackages.includes(name))
  if (missingPackages.length === 0) return

  say(`Getting the toolchain: ${missingPackages.map((name) => `${name}@${pins[name].version}`).join(', ')}`)
  const remove = () => {
    for (const name of missingPackages) rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
  }
  const all = [...installedPackages, ...missingPackages]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versionsOf(pins, all) }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(pins, all), null, 2))
  // another version, or the leftovers of a fetch that was stopped
  remove()
  try {
    // not `npm ci`, which starts by deleting everything in the folder
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env,
      shell: process.platform === 'win32',
    })
  } catch (error) {
    remove()
    throw toError(error)
  }
}

/** Packages that are in the folder as pinned, according to npm's own record, which it writes once all of them are installed. */
const heldPackages = (folder, pins) => {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return []
  const { packages } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.keys(pins).filter((name) => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {}
    const isPinned = version === pins[name].version && integrity === pins[name].integrity
    return isPinned && existsSync(join(folder, 'node_modules', name, 'package.json'))
  })
}

const toError = ({ stderr, message }) => {
  const output = String(stderr ?? '').trim() || message
  if (!/EINTEGRITY/.test(output)) return new ToolchainError(`npm could not get the toolchain:\n${output}`)
  return new ToolchainError(
    `What the registry sent is not what is pinned in scripts/toolchain/pins.json. Nothing of it was run. Look at where npm gets packages from (npm config get registry), and do not go on before you know why.\n${output}`,
  )
}

const versionsOf = (pins, names) => Object.fromEntries(names.map((name) => [name, pins[name].version]))

/** A lockfile without addresses: whichever registry npm is configured for, the file must be the same. */
const lockOf = (pins, names) => ({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: versionsOf(pins, names) },
    ...Object.fromEntries(
      names.map((name) => [
        `node_modules/${name}`,
        { ...pins[name], ...(name === 'pnpm' ? { hasInstallScript: true, bin: { pnpm: 'pnpm' } } : {}) },
      ]),
    ),
  },
})
