import type { FileRequest } from './exports.types.ts'
import { type CollectionFileDependencies, makeCollectionFile } from './make-collection-file.ts'
import { makeReportFile, type ReportFileDependencies } from './make-report-file.ts'
import { makeSignalFile, type SignalFileDependencies } from './make-signal-file.ts'
import { makeStoryFile, type StoryFileDependencies } from './make-story-file.ts'
import { makeThreadFile, type ThreadFileDependencies } from './make-thread-file.ts'

export interface FileDependencies
  extends
    SignalFileDependencies,
    CollectionFileDependencies,
    StoryFileDependencies,
    ReportFileDependencies,
    ThreadFileDependencies {}

/** Makes the file of an export, measuring what it needs. */
export function makeFile(request: FileRequest, deps: FileDependencies): AsyncGenerator<Uint8Array> {
  const { kind } = request
  if (kind === 'story') return makeStoryFile(request, deps)
  if (kind === 'report') return makeReportFile(request, deps)
  if (kind === 'thread') return makeThreadFile(request, deps)
  if (kind === 'portfolio' || kind === 'project') return makeCollectionFile(request, deps)
  return makeSignalFile(request, deps)
}
