import type { SignalReport } from '@auspex/sdk/types'
import { restoreSignalQuery } from '../../signals/index.ts'
import type { BundleDocument, BundleInputs, BundleManifest } from './bundle.types.ts'
import { compareValues, type Difference } from './compare-values.ts'

export interface ManifestFacts {
  manifest: BundleManifest
  report: SignalReport
  inputs: BundleInputs
  documents: readonly BundleDocument[]
}

/**
 * Compares all that the manifest says with the report, and with what the report was made of. The question is read again from
 * its terms, so that a title that was changed everywhere is found too.
 */
export function compareManifest({ manifest, report, inputs, documents }: ManifestFacts): Difference[] {
  const { format: _format, version: _version, files: _files, ...said } = manifest
  const { signalId, echo: query } = restoreSignalQuery(inputs.echo)
  const { provenance, revision: libraryRevision, computedAt, software, createdAt, sampleFraction } = inputs
  const counted = { software, signalId, query, provenance, libraryRevision, computedAt, createdAt, sampleFraction }
  const shown = {
    software,
    createdAt,
    signalId: report.signalId,
    query: report.query,
    provenance: report.provenance,
    libraryRevision: report.libraryRevision,
    computedAt: report.computedAt,
    sampleFraction: report.counts.sampleFraction,
  }
  const held = documents.length
  return [
    ...compareValues(said, { ...counted, documents: held }, '/manifest').differences,
    ...compareValues(said, { ...shown, documents: held }, '/manifest').differences,
    ...compareProvenance(provenance, documents),
  ].filter((one, index, all) => all.findIndex(({ pointer }) => pointer === one.pointer) === index)
}

/** Documents say themselves whether they were made up. */
function compareProvenance(shown: BundleInputs['provenance'], documents: readonly BundleDocument[]): Difference[] {
  const strange = documents.find(({ source }) => (source === 'demo') !== (shown === 'demo'))
  if (strange === undefined) return []
  const counted = strange.source === 'demo' ? 'a document made up for the demo' : 'a real document'
  return [{ pointer: '/manifest/provenance', shown, counted }]
}
