import type { BackgroundCounts } from '../../../library/index.ts'
import type { RecountInput } from './recount-report.ts'
import type { Claim, DocumentKind, SignalReport, SourceKey } from '@auspex/sdk/types'
import { unzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import {
  type BundleDocument,
  bundleFormat,
  type BundleInputs,
  type BundleManifest,
  type BundleText,
  bundleVersion,
  fileNames,
  type SourceDayRow,
} from './bundle.types.ts'

/** The file is not a bundle that this version can read; the message gives the reason. */
export class UnreadableBundleError extends Error {
  override readonly name = 'UnreadableBundleError'
}

/** Maximum number of ZIP entries; a bundle has thirteen. */
const maxEntries = 40

/** Maximum bytes of one file, which becomes one string in memory, and of all files. */
const maxFileBytes = 500 * 1024 * 1024
const maxBytes = 1024 * 1024 * 1024

/** Maximum compression ratio. Reports reach about twenty; anything higher is meant to exhaust disk or memory. */
const maxRatio = 200

/** Files below this size may have any compression ratio. */
const anyRatioBytes = 10 * 1024 * 1024

const bundleFileNames = new Set<string>(Object.values(fileNames))

export interface Bundle {
  manifest: BundleManifest
  report: SignalReport
  claims: Claim[]
  /** Human-readable files that repeat parts of the report. */
  copies: { readme: string; runs: unknown; formulas: unknown }
  /** What the report can be recounted from. */
  material: RecountInput
  /** Files whose bytes do not match the manifest, and files missing from either side. */
  changedFiles: string[]
}

/** Reads a bundle. The JSON is assumed to have the shape that this software writes; its numbers are not trusted. */
export function readBundle(bytes: Uint8Array): Bundle {
  const { files, strangers } = unzipBundle(bytes)
  const text = (name: string) => {
    const file = files.get(name)
    if (file === undefined) throw new UnreadableBundleError(`The bundle has no ${name}.`)
    return new TextDecoder().decode(file)
  }
  const json = (name: string) => parse(text(name), name)
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parse(line, name))
  // each has the shape that this software writes, see above
  const manifest = json(fileNames.manifest) as BundleManifest
  if (manifest.format !== bundleFormat) throw new UnreadableBundleError('This ZIP is no bundle of an Auspex report.')
  if (manifest.version !== bundleVersion)
    throw new UnreadableBundleError(
      `This is version ${String(manifest.version)} of the bundle; this software reads ${bundleVersion}. Verify it with the Auspex that made it.`,
    )
  return {
    manifest,
    report: json(fileNames.report) as SignalReport,
    claims: json(fileNames.claims) as Claim[],
    copies: { readme: text(fileNames.readme), runs: json(fileNames.runs), formulas: json(fileNames.formulas) },
    material: {
      inputs: json(fileNames.inputs) as BundleInputs,
      documents: (lines(fileNames.documents) as BundleDocument[]).map(withoutPassage),
      texts: lines(fileNames.texts) as BundleText[],
      terms: lines(fileNames.terms) as { id: string; terms: string[] }[],
      words: text(fileNames.words),
      background: json(fileNames.background) as BackgroundCounts,
      sourceDays: text(fileNames.sourceDays)
        .split('\r\n')
        .slice(1)
        .filter((line) => line !== '')
        .map(toSourceDay),
    },
    changedFiles: [...listChanged(files, manifest), ...strangers].toSorted(),
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBundleError(`${name} of the bundle is no JSON.`)
  }
}

/** The passage is recomputed from the text, never copied. */
function withoutPassage(line: BundleDocument & { snippet?: unknown; highlights?: unknown }): BundleDocument {
  const { snippet: _snippet, highlights: _highlights, ...document } = line
  return document
}

function toSourceDay(line: string): SourceDayRow {
  const [source, kind, day, documents] = line.split(',')
  // an unknown source and kind match no holding
  return [source as SourceKey, kind as DocumentKind, day ?? '', Number(documents)]
}

function listChanged(files: ReadonlyMap<string, Uint8Array>, { files: manifestFiles }: BundleManifest): string[] {
  const names = new Set([...files.keys(), ...Object.keys(manifestFiles)])
  names.delete(fileNames.manifest)
  return [...names].filter((name) => {
    const [file, entry] = [files.get(name), Object.hasOwn(manifestFiles, name) ? manifestFiles[name] : undefined]
    if (file === undefined || entry === undefined) return true
    return file.length !== entry.bytes || createHash('sha256').update(file).digest('hex') !== entry.sha256
  })
}

interface UnzippedBundle {
  files: ReadonlyMap<string, Uint8Array>
  /** Names of files that do not belong in a bundle; their content is not read. */
  strangers: string[]
}

/**
 * Opens the ZIP of a bundle in memory. Every size is checked against the ZIP's directory before anything is inflated, and inflating stops at that
 * size: a false directory yields a truncated file, which does not match the exported one.
 */
function unzipBundle(bytes: Uint8Array): UnzippedBundle {
  const seen = new Set<string>()
  const strangers: string[] = []
  let total = 0
  let opened: Record<string, Uint8Array>
  try {
    opened = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (seen.has(name)) throw new UnreadableBundleError(`The ZIP has two files of the name ${name}.`)
        seen.add(name)
        if (seen.size > maxEntries) throw new UnreadableBundleError('The ZIP has more files than a bundle.')
        if (!isPlainName(name)) throw new UnreadableBundleError(`The ZIP has a file that would lie elsewhere: ${name}`)
        total += originalSize
        if (originalSize > maxFileBytes || total > maxBytes) throw tooLarge()
        if (originalSize > anyRatioBytes && originalSize > maxRatio * size) throw tooLarge()
        if (!bundleFileNames.has(name)) strangers.push(name)
        return bundleFileNames.has(name)
      },
    })
  } catch (error) {
    if (error instanceof UnreadableBundleError) throw error
    throw new UnreadableBundleError('This file is no ZIP, or it is damaged.')
  }
  return { files: new Map(Object.entries(opened)), strangers }
}

/** A bundle has no folders. */
function isPlainName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !name.startsWith('.')
}

function tooLarge(): UnreadableBundleError {
  return new UnreadableBundleError(
    'The ZIP contains far more than it declares, or more than this command reads (1 GB). It was not opened.',
  )
}
