import { type ContractDocument, type ParameterObject, resolve } from '@auspex/contract'
import type { ServedOperation } from '../replies/served-contract.ts'
import { examplesOf } from '../replies/success.ts'
import { valuesAt } from './pointer.ts'

/** What the contract's examples have at a place of a request: `path.NAME`, `query.NAME` or `body.POINTER`. */
export function exampleValues(
  document: ContractDocument,
  { operation, source }: ServedOperation,
  place: string,
): string[] {
  const dot = place.indexOf('.')
  const part = place.slice(0, dot)
  const name = place.slice(dot + 1)
  const found =
    part === 'body'
      ? Object.values(source.requestBody?.content ?? {})
          .flatMap((media) => examplesOf(document, media))
          .flatMap(([, body]) => valuesAt(body, name))
      : [...(document.paths[operation.path]?.parameters ?? []), ...(source.parameters ?? [])]
          .map((each) => resolve<ParameterObject>(document, each))
          .filter((each) => each.in === part && each.name === name)
          .flatMap(({ schema, ...parameter }) => [
            ...examplesOf(document, { schema, ...parameter }).map(([, value]) => value),
            schema['example'],
          ])
  return found.filter((value) => typeof value === 'string')
}
