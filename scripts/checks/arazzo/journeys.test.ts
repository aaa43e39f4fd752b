import { globSync, readFileSync } from 'node:fs'
import { notBuiltIds } from '@auspex/api'
import { readContractDocument } from '@auspex/contract/file'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listOperations } from '../contract/list-operations.ts'

const folder = new URL('../../../openapi/arazzo/', import.meta.url)
const journeys = globSync('*.arazzo.yaml', { cwd: folder })

test('journeys use operations that the product has built, and nothing else', () => {
  const notBuilt = new Set<string>(notBuiltIds)
  const built = new Set(
    listOperations(readContractDocument())
      .map(({ operation }) => operation.operationId)
      .filter((id) => !notBuilt.has(id)),
  )
  expect(journeys.length).toBeGreaterThanOrEqual(10)
  for (const file of journeys) {
    const journey = parse(readFileSync(new URL(file, folder), 'utf8')) as {
      workflows: { steps: { operationId: string }[] }[]
    } // linted when the journey is run
    const used = journey.workflows.flatMap(({ steps }) => steps.map(({ operationId }) => operationId))
    expect([file, used.filter((id) => !built.has(id))]).toEqual([file, []])
  }
})
