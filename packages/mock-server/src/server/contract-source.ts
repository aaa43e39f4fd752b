import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractDocument } from '@auspex/contract'
import { contractFile } from '@auspex/contract/file'
import { InvalidContractError } from '../replies/served-contract.ts'

/** Returns the line (from 1) of a character. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/**
 * Finds the line (from 1) of a JSON pointer in a JSON text; null when the text has no such place. The text must be valid JSON.
 */
export function lineOfPointer(text: string, pointer: string): number | null {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const scanner = createScanner(text)
  let line = lineAt(text, scanner.skipSpace())
  for (const step of steps) {
    const found = scanner.enter(step)
    if (found === null) return null
    line = lineAt(text, found)
  }
  return line
}

interface Scanner {
  skipSpace(): number
  /** Descends into a property or an element of the current value and returns its offset; null when there is none. */
  enter(step: string): number | null
}

function createScanner(text: string): Scanner {
  let at = 0
  const skipSpace = () => {
    while (/\s/.test(text[at] ?? '')) at += 1
    return at
  }
  const skipString = () => {
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    at += 1
  }
  const skipValue = () => {
    skipSpace()
    let depth = 0
    do {
      const letter = text[at]
      if (letter === '"') skipString()
      else {
        if (letter === '{' || letter === '[') depth += 1
        if (letter === '}' || letter === ']') depth -= 1
        at += 1
      }
    } while (at < text.length && (depth > 0 || !/[,}\]]/.test(text[at] ?? '')))
  }
  const enter = (step: string): number | null => {
    skipSpace()
    const isList = text[at] === '['
    if (!isList && text[at] !== '{') return null
    at += 1
    for (let index = 0; ; index += 1) {
      const start = skipSpace()
      if (text[at] === ']' || text[at] === '}' || at >= text.length) return null
      let name = String(index)
      if (!isList) {
        skipString()
        name = String(JSON.parse(text.slice(start, at)))
        skipSpace()
        at += 1
      }
      if (name === step) return start
      skipValue()
      skipSpace()
      if (text[at] === ',') at += 1
    }
  }
  return { skipSpace, enter }
}

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

/** Reads a bundled contract and passes it on. Throws a `ContractFileError`, also when `serve` throws an `InvalidContractError`. */
export function readContractFile<T>(file: string, serve: (document: ContractDocument) => T): T {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ContractFileError(file, {
      line: null,
      reason: `cannot be read (${(error as NodeJS.ErrnoException).code})`,
    }) // errors of the file system have codes
  }
  try {
    return serve(parse(file, text))
  } catch (error) {
    if (!(error instanceof InvalidContractError)) throw error
    throw new ContractFileError(file, {
      line: lineOf(text, error.reasons[0] ?? ''),
      reason: error.reasons.slice(0, 3).join('; '),
    })
  }
}

function parse(file: string, text: string): ContractDocument {
  try {
    return JSON.parse(text) as ContractDocument // the mock decides whether it is valid
  } catch (error) {
    const message = (error as SyntaxError).message // JSON.parse throws nothing else
    const position = /at position (\d+)/.exec(message)?.[1]
    const offset = position === undefined ? text.length : Number(position)
    throw new ContractFileError(file, {
      line: lineAt(text, offset),
      reason: `is not JSON: ${message.replace(/ in JSON at position.*$/, '')}`,
    })
  }
}

/** A reason begins with a JSON pointer, or quotes a reference from the text. */
function lineOf(text: string, reason: string): number | null {
  const pointer = /^#?(\/\S*?):?(?:\s|$)/.exec(reason)?.[1]
  const line = pointer === undefined ? null : lineOfPointer(text, pointer)
  if (line !== null) return line
  const quoted = /#\/[^\s"']+|"[^"]+"/.exec(reason)?.[0]
  const at = quoted === undefined ? -1 : text.indexOf(quoted)
  return at === -1 ? null : lineAt(text, at)
}
