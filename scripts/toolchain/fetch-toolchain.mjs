// Plain JavaScript, because scripts/bootstrap.mjs reads it with an old Node.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The toolchain could not be had; its message is for the person who started it. */
export class ToolchainError extends Error {
  name = 'ToolchainError'
}

/** @typedef {Record<string, { version: string, integrity: string }>} Pins Packages by name, with the hash of their file. */

/**
 * Gets packages of the registry into a folder, exactly those whose hashes are pinned: npm compares the hash of each file before
 * anything of it is unpacked or run. Does nothing where the same pins were fetched before.
 *
 * @param {object} options
 * @param {Pins} options.pins
 * @param {readonly string[]} options.names
 * @param {string} options.folder
 * @param {(line: string) => void} options.say
 * @param {NodeJS.ProcessEnv} [options.env]
 */
export const fetchToolchain = async ({ pins, names, folder, say, env = process.env }) => {
  const missing = names.filter((name) => pins[name] === undefined)
  if (missing.length > 0)
    throw new ToolchainError(
      `No hash is pinned for ${missing.join(' and ')}, so it is not fetched. Install Node 24 or later and pnpm 12 yourself and start again, or pin it as scripts/toolchain/README.md says.`,
    )
  const lock = JSON.stringify(lockOf(pins, names), null, 2)
  const stamp = join(folder, '.pinned')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return

  say(`Getting the toolchain: ${names.map((name) => `${name}@${pins[name].version}`).join(', ')}`)
  mkdirSync(folder, { recursive: true })
  rmSync(stamp, { force: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versionsOf(pins, names) }))
  writeFileSync(join(folder, 'package-lock.json'), lock)
  try {
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env,
      shell: process.platform === 'win32',
    })
  } catch (error) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    throw toError(error)
  }
  writeFileSync(stamp, hash)
}

const toError = ({ stderr, message }) => {
  const output = String(stderr ?? '').trim() || message
  if (!/EINTEGRITY/.test(output)) return new ToolchainError(`npm could not get the toolchain:\n${output}`)
  return new ToolchainError(
    `What the registry sent is not what is pinned in scripts/toolchain/pins.json. Nothing of it was run. Look at where npm gets packages from (npm config get registry), and do not go on before you know why.\n${output}`,
  )
}

const versionsOf = (pins, names) => Object.fromEntries(names.map((name) => [name, pins[name].version]))

/** A lock without addresses: whichever registry npm is set to, the file has to be the same. */
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
