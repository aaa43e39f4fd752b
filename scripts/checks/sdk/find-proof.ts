import { matchesGlob } from 'node:path'

/** A test that was run. */
export interface RanTest {
  readonly file: string
  /** Includes the names of its groups */
  readonly title: string
  readonly isPassed: boolean
}

/** Tests selected by file, which may be a glob, and part of their title; the entire file without one. */
export interface TestProof {
  readonly file: string
  readonly title?: string
}

/** Whether such tests exist and all of them passed, and a text about them. */
export function findProof(
  tests: readonly RanTest[],
  { file, title = '' }: TestProof,
): { isPassed: boolean; says: string } {
  const found = tests.filter((test) => matchesGlob(test.file, file) && test.title.includes(title))
  if (found.length === 0) return { isPassed: false, says: ': no such test' }
  const failed = found.filter(({ isPassed }) => !isPassed)
  if (failed.length === 0) return { isPassed: true, says: `: ${found.length} passed` }
  return { isPassed: false, says: `: ${failed.length} of ${found.length} failed, such as “${failed[0]?.title ?? ''}”` }
}
