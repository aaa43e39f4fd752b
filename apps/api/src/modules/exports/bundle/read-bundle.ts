import { createHash } from 'node:crypto'
import type { Claim, DocumentKind, SignalReport, SourceKey } from '@auspex/sdk/types'
import type { BackgroundCounts } from '../../documents/index.ts'
import { BundleUnreadable } from './bundle-unreadable.ts'
import {
  type BundleDocument,
  type BundleInputs,
  type BundleManifest,
  type BundleText,
  bundleFormat,
  bundleVersion,
  fileNames,
  type SourceDayRow,
} from './bundle.types.ts'
import type { RecountInput } from './recount-report.ts'
import { unzipBundle } from './unzip-bundle.ts'

export interface Bundle {
  manifest: BundleManifest
  report: SignalReport
  claims: Claim[]
  /** Files that repeat what the report says, for people. */
  copies: { readme: string; runs: unknown; formulas: unknown }
  /** What can be counted again. */
  material: RecountInput
  /** Files whose bytes are not those of the manifest, and files that one of the two lacks. */
  changedFiles: string[]
}

/** Reads a bundle. What the JSON holds is believed to have the shape that this software wrote; its numbers are not believed. */
export function readBundle(bytes: Uint8Array): Bundle {
  const { files, strangers } = unzipBundle(bytes)
  const text = (name: string) => {
    const file = files.get(name)
    if (file === undefined) throw new BundleUnreadable(`The bundle has no ${name}.`)
    return new TextDecoder().decode(file)
  }
  const json = (name: string) => parse(text(name), name)
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parse(line, name))
  // each has the shape that this software wrote, see above
  const manifest = json(fileNames.manifest) as BundleManifest
  if (manifest.format !== bundleFormat) throw new BundleUnreadable('This ZIP is no bundle of an Auspex report.')
  if (manifest.version !== bundleVersion)
    throw new BundleUnreadable(
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
    throw new BundleUnreadable(`${name} of the bundle is no JSON.`)
  }
}

/** The passage is made again from the text, never copied. */
function withoutPassage(line: BundleDocument & { snippet?: unknown; highlights?: unknown }): BundleDocument {
  const { snippet: _snippet, highlights: _highlights, ...document } = line
  return document
}

function toSourceDay(line: string): SourceDayRow {
  const [source, kind, day, documents] = line.split(',')
  // a source and kind that are unknown are nobody's holding
  return [source as SourceKey, kind as DocumentKind, day ?? '', Number(documents)]
}

function listChanged(files: ReadonlyMap<string, Uint8Array>, { files: listed }: BundleManifest): string[] {
  const names = new Set([...files.keys(), ...Object.keys(listed)])
  names.delete(fileNames.manifest)
  return [...names].filter((name) => {
    const [file, entry] = [files.get(name), Object.hasOwn(listed, name) ? listed[name] : undefined]
    if (file === undefined || entry === undefined) return true
    return file.length !== entry.bytes || createHash('sha256').update(file).digest('hex') !== entry.sha256
  })
}
