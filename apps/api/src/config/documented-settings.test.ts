import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from './config.ts'

/** Read by `npm run import`, which signs in as a service. */
const ofTheImport = ['AUSPEX_CLIENT_ID', 'AUSPEX_CLIENT_SECRET']

test('every setting is explained in docs/operations.md, and none that is not there', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\|/gm)].map(([, name]) => name)
  expect(new Set(documented)).toEqual(new Set([...settingNames, ...ofTheImport]))
  expect(documented).toHaveLength(new Set(documented).size)
})
