import { expect, test } from 'vitest'
import { affectedProjects } from './changed-phases.ts'

test('a change is checked in its project and in those that depend on it', () => {
  expect(affectedProjects(['apps/web/src/app/theme.ts'])).toEqual(['apps/web'])
  expect(affectedProjects(['packages/sources/src/index.ts'])).toEqual(
    expect.arrayContaining(['packages/sources', 'apps/api']),
  )
  expect(affectedProjects(['packages/sources/src/index.ts'])).not.toContain('apps/web')
  expect(affectedProjects(['README.md'])).toEqual([])
})
