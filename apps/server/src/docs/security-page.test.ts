import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const page = readFileSync(new URL('docs/security/asvs.md', root), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (met|\*\*gap\*\*|not applicable) +\| (.+?) +\|$/gm)]

test('the page of ASVS counts what it lists: each requirement of levels 1 and 2 once', () => {
  const count = (state: string) => rows.filter(([, , each]) => each === state).length
  const [met, gaps] = [count('met'), count('**gap**')]
  expect(new Set(rows.map(([, id]) => id)).size).toBe(253)
  expect(rows).toHaveLength(253)
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `Of 253 requirements ${count('not applicable')} do not apply; of the other ${met + gaps}, ${met} are met (${Math.round((100 * met) / (met + gaps))} %) and ${gaps} are not`,
  )
})

test('every file and decision that the page names is there', () => {
  const files = rows.flatMap(([, , , evidence = '']) =>
    [...evidence.matchAll(/`((?:apps|packages|docs|scripts|openapi)\/[\w./-]+)/g)].map(([, file = '']) => file),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})
