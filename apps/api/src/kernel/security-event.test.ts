import { readFileSync } from 'node:fs'
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { expect, test } from 'vitest'
import { severities } from './security-event.ts'

test('every event of the security log is explained to operators, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Security log$([^]*?)^## /m.exec(page) ?? []
  const explained = [...section.matchAll(/`([a-z-]+\.[a-z-]+)`(?=[^\n]*\|)/g)].map(([, name]) => name)
  expect(new Set(explained)).toEqual(new Set(Object.keys(severities)))
})

test('every event of the security log can be looked for by its name', () => {
  const operation = loadContract(readContractDocument()).operations.find(({ id }) => id === 'listSecurityEvents')
  for (const name of Object.keys(severities)) expect(operation?.checkQuery({ name })).toEqual([])
})
