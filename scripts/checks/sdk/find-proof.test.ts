import { expect, test } from 'vitest'
import { findProof } from './find-proof.ts'

const tests = [
  { file: 'src/a/retry.test.ts', title: 'retries 503 is asked three times', isPassed: true },
  { file: 'src/a/retry.test.ts', title: 'retries 404 is asked once', isPassed: false },
]

test('a row is proven by tests that are there and passed, and by nothing else', () => {
  expect(findProof(tests, { file: 'src/a/retry.test.ts', title: '503' })).toEqual({
    isPassed: true,
    says: ': 1 passed',
  })
  expect(findProof(tests, { file: 'src/**/*retry*.test.ts', title: 'three times' })).toMatchObject({ isPassed: true })
  expect(findProof(tests, { file: 'src/a/retry.test.ts' })).toMatchObject({ isPassed: false })
  for (const missingProof of [{ file: 'src/a/retry.test.ts', title: '502' }, { file: 'src/b/*.test.ts' }])
    expect(findProof(tests, missingProof)).toEqual({ isPassed: false, says: ': no such test' })
})
