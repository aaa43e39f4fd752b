import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventWords } from './security-event-words.ts'

// a test of the API compares the table with the events that it records
test('every event that is documented for operators has a label', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8')
  const [, section = ''] = /^## Security log$([^]*?)^## /m.exec(page) ?? []
  const documented = [...section.matchAll(/`([a-z-]+\.[a-z-]+)`(?=[^\n]*\|)/g)].map(([, name]) => name ?? '')
  expect(Object.keys(eventWords).toSorted()).toEqual(documented.toSorted())
})
