import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractDocument, ContractOperation } from '@auspex/contract'
import { contractFile } from '@auspex/contract/file'
import { LineCounter, parseDocument } from 'yaml'
import type { Mock } from '../mock.ts'
import { InvalidContractError } from '../replies/served-contract.ts'

const shippedContract = new URL('./openapi.json', import.meta.url)

/** The contract of this package: next to the built program, or the bundle of the repository. */
export const ownContractFile = fileURLToPath(existsSync(shippedContract) ? shippedContract : contractFile)

/** The contract file cannot be served. The message has the file, the line and the reason. */
export class ContractFileError extends Error {
  override readonly name = 'ContractFileError'
  /** From 1; null when it is not known. */
  readonly line: number | null

  constructor(file: string, { line, reason }: { line: number | null; reason: string }) {
    super(`${basename(file)}${line === null ? '' : `, line ${line}`}: ${reason}`)
    this.line = line
  }
}

/** Reads a contract in JSON or YAML and passes it on. Throws a `ContractFileError`, also when `serve` throws an `InvalidContractError`. */
export function readContractFile<T>(file: string, serve: (document: ContractDocument) => T): T {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const reason = `cannot be read (${(error as NodeJS.ErrnoException).code})` // errors of the file system have codes
    throw new ContractFileError(file, { line: null, reason })
  }
  try {
    return serve(parse(file, text))
  } catch (error) {
    if (!(error instanceof InvalidContractError)) throw error
    const line = lineOf(text, error.reasons[0] ?? '')
    throw new ContractFileError(file, { line, reason: error.reasons.slice(0, 3).join('; ') })
  }
}

/** The mock decides whether what it says is valid. */
function parse(file: string, text: string): ContractDocument {
  return /\.ya?ml$/.test(file) ? parseYaml(file, text) : parseJson(file, text)
}

function parseYaml(file: string, text: string): ContractDocument {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error === undefined) return document.toJS() as ContractDocument
  const [reason] = error.message.split('\n')
  throw new ContractFileError(file, { line: error.linePos?.[0].line ?? null, reason: `is not YAML: ${reason}` })
}

function parseJson(file: string, text: string): ContractDocument {
  try {
    return JSON.parse(text) as ContractDocument
  } catch (error) {
    const { message } = error as SyntaxError
    const at = / at position (\d+)/.exec(message)?.[1]
    // without a position the text ends too early, or begins as no JSON does
    const before = at === undefined ? (message.includes('end of JSON') ? text : '') : text.slice(0, Number(at))
    const reason = message.replace(/(?: in JSON)? at position \d+.*$/s, '')
    throw new ContractFileError(file, { line: before.split('\n').length, reason: `is not JSON: ${reason}` })
  }
}

/** A reason begins with a JSON pointer, or quotes a reference from the text. */
function lineOf(text: string, reason: string): number | null {
  const pointer = /^#?(\/\S*?):?(?:\s|$)/.exec(reason)?.[1]
  const line = pointer === undefined ? null : lineOfPointer(text, pointer)
  if (line !== null) return line
  const quoted = /#\/[^\s"']+|"[^"]+"/.exec(reason)?.[0]
  const at = quoted === undefined ? -1 : text.indexOf(quoted)
  return at === -1 ? null : text.slice(0, at).split('\n').length
}

/** The line (from 1) of a JSON pointer in a text of JSON or YAML; null when it has no such place. */
export function lineOfPointer(text: string, pointer: string): number | null {
  const lines = new LineCounter()
  const steps = pointer.split('/').slice(1)
  const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const node: unknown = parseDocument(text, { lineCounter: lines }).getIn(path, true)
  const hasRange = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
  return hasRange ? lines.linePos(Number((node.range as unknown[])[0])).line : null
}

/** The served contract, and whether the file has since become invalid. */
export interface ContractState {
  file: string | null
  loadedAt: string
  operations: readonly Pick<ContractOperation, 'id' | 'method' | 'path' | 'tag'>[]
  /** Why the latest version of the file is not served; null when it is. */
  problem: string | null
}

/** Called after each attempt to serve a new version of the contract. */
export type ContractEvent = { kind: 'reloaded'; operations: number; ms: number } | { kind: 'refused'; message: string }

export interface ContractWatchOptions {
  mock: Mock
  file: string
  watch: boolean
  onContract: (event: ContractEvent) => void
  now: () => number
}

const pollMs = 50

/** What changes with a file's content; null while there is no file, or none that can be looked at. */
function versionOf(file: string): string | null {
  try {
    const stats = statSync(file)
    return stats.isFile() ? [stats.ino, stats.size, stats.mtimeMs].join(' ') : null
  } catch {
    return null // it is missing, or its folder or disk is away: a later look may find it again
  }
}

/** Keeps a mock in sync with its contract file. */
export class ContractWatch {
  readonly #options: ContractWatchOptions
  #loadedAt: number
  #problem: string | null = null
  readonly close: () => void

  constructor(options: ContractWatchOptions) {
    this.#options = options
    this.#loadedAt = options.now()
    // most editors replace a file, so its name is looked at and not the file; from now on, where `watchFile` would begin a moment later
    let loaded = versionOf(options.file)
    let before = loaded
    const look = () => {
      const current = versionOf(options.file)
      // one that is being replaced is away for a moment, and one that is still being written changes until the next look
      if (current !== null && current === before && current !== loaded) {
        loaded = current
        this.#reloadQuietly()
      }
      before = current
    }
    const timer = options.watch ? setInterval(look, pollMs) : undefined
    this.close = () => clearInterval(timer)
  }

  state(): ContractState {
    const { file, mock } = this.#options
    const operations = mock.contract.operations.map(({ id, method, path, tag }) => ({ id, method, path, tag }))
    return { file, loadedAt: new Date(this.#loadedAt).toISOString(), operations, problem: this.#problem }
  }

  /** Serves the current file. Throws a `ContractFileError` and keeps the last valid version. */
  reload(): ContractState {
    const { file, mock, onContract, now } = this.#options
    const started = performance.now()
    try {
      readContractFile(file, (document) => mock.reload(document))
    } catch (error) {
      if (!(error instanceof ContractFileError)) throw error
      this.#problem = error.message
      onContract({ kind: 'refused', message: error.message })
      throw error
    }
    this.#loadedAt = now()
    this.#problem = null
    const { length: operations } = mock.contract.operations
    onContract({ kind: 'reloaded', operations, ms: Math.round(performance.now() - started) })
    return this.state()
  }

  #reloadQuietly(): void {
    try {
      this.reload()
    } catch (error) {
      if (!(error instanceof ContractFileError)) throw error // `onContract` has reported why
    }
  }
}
