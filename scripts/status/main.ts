/**
 * Usage: npm run status. Prints how many operations of the specification, of the product API and of the assistant are built, and which are not:
 * the server answers those with 501, from a list that only compiles while every other operation has a handler.
 */
import { notBuiltIds } from '@auspex/api'
import { type OperationId, operations } from '@auspex/sdk/operations'
import { readContractOperations, specifiedOperations } from '../checks/specification.ts'

const gaps = new Set<string>(notBuiltIds)
// the assistant is a separate server: the contract marks its unbuilt operations by documenting 501
for (const [id, { service, errors }] of Object.entries(operations))
  if (service === 'assistant' && (errors as readonly number[]).includes(501)) gaps.add(id) // the literal type of a list without 501 rejects it

const ids = Object.keys(operations) as OperationId[] // the keys of the generated list
const idOf = readContractOperations()
print(
  'the specification',
  specifiedOperations.map((name) => ({ name, isBuilt: idOf.has(name) && !gaps.has(idOf.get(name) ?? '') })),
)
for (const [name, service] of [
  ['the product API', 'api'],
  ['the assistant', 'assistant'],
] as const)
  print(
    name,
    ids
      .filter((id) => operations[id].service === service)
      .map((id) => ({ name: `${operations[id].method} ${operations[id].path} (${id})`, isBuilt: !gaps.has(id) })),
  )

function print(whose: string, all: readonly { name: string; isBuilt: boolean }[]): void {
  const missingOperations = all.filter(({ isBuilt }) => !isBuilt)
  console.log(`${all.length - missingOperations.length} of ${all.length} operations of ${whose} built`)
  for (const { name } of missingOperations) console.log(`  not built: ${name}`)
}
