import { matchesGlob } from 'node:path'

/** A test of a run. */
export interface RanTest {
  readonly file: string
  /** With the names of what it stands in */
  readonly title: string
  readonly isPassed: boolean
}

/** Tests by their file, which may be a pattern, and a part of their title; all of the file without one. */
export interface TestProof {
  readonly file: string
  readonly title?: string
}

/** Whether there are tests that prove it and all of them passed, and what is to be said of them. */
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
