import { createHash } from 'node:crypto'
import type { Claim, SignalReport, SourceKey } from '@auspex/sdk/types'
import { unzipSync } from 'fflate'
import type { Background } from '../export-documents.repository.ts'
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

/** The file is no bundle that this version reads; its message says why. */
export class BundleUnreadable extends Error {
  override readonly name = 'BundleUnreadable'
}

export interface Bundle {
  manifest: BundleManifest
  report: SignalReport
  claims: Claim[]
  /** What can be counted again. */
  material: RecountInput
  /** Files whose bytes are not those of the manifest, and files that one of the two lacks. */
  changedFiles: string[]
}

/** Reads a bundle. What the JSON holds is believed to have the shape that this software wrote; its numbers are not believed. */
export function readBundle(bytes: Uint8Array): Bundle {
  const files = unzip(bytes)
  const text = (name: string) => {
    const file = files[name]
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
      `This is version ${manifest.version} of the bundle; this software reads ${bundleVersion}.`,
    )
  return {
    manifest,
    report: json(fileNames.report) as SignalReport,
    claims: json(fileNames.claims) as Claim[],
    material: {
      inputs: json(fileNames.inputs) as BundleInputs,
      documents: (lines(fileNames.documents) as BundleDocument[]).map(withoutPassage),
      texts: lines(fileNames.texts) as BundleText[],
      terms: lines(fileNames.terms) as { id: string; terms: string[] }[],
      background: json(fileNames.background) as Background,
      sourceDays: text(fileNames.sourceDays)
        .split('\r\n')
        .slice(1)
        .filter((line) => line !== '')
        .map(toSourceDay),
    },
    changedFiles: listChanged(files, manifest),
  }
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes)
  } catch {
    throw new BundleUnreadable('This file is no ZIP, or it is damaged.')
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
  const [source, day, documents] = line.split(',')
  return [source as SourceKey, day ?? '', Number(documents)] // a source that is unknown is nobody's holding
}

function listChanged(files: Record<string, Uint8Array>, { files: listed }: BundleManifest): string[] {
  const names = new Set([...Object.keys(files), ...Object.keys(listed)])
  names.delete(fileNames.manifest)
  return [...names]
    .filter((name) => {
      const [file, entry] = [files[name], listed[name]]
      if (file === undefined || entry === undefined) return true
      return file.length !== entry.bytes || createHash('sha256').update(file).digest('hex') !== entry.sha256
    })
    .toSorted()
}
