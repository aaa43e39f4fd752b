import type { ClientBuilder } from '@orval/core'
import type { ContractDocument } from '@auspex/contract'
import { generateVerbImports } from '@orval/core'
import { isStream, mutationVariables, namesOf, optionTypes, toHookParts, typeFrom, type HookParts } from './queries.ts'

const query = '@tanstack/react-query'

/** Writes an operation's hooks, which get their client from `AuspexProvider`; options created outside components cannot read that context. */
export const writeHooks: ClientBuilder = (verb, { context }) => {
  if (isStream(verb)) return { implementation: '', imports: [] }
  const parts = toHookParts(verb, context.spec as ContractDocument)
  const { operationName, isQuery, isPaged } = parts
  const implementation = isQuery
    ? [writeQueryHook(parts), writeSuspenseHook(parts), ...(isPaged ? [writeInfiniteHook(parts)] : [])].join('\n')
    : writeMutationHook(parts, mutationVariables(verb).type)
  const makers = [
    `${operationName}QueryOptions`,
    `${operationName}SuspenseQueryOptions`,
    `${operationName}InfiniteQueryOptions`,
    `${operationName}MutationOptions`,
  ]
  const hooks = ['useQuery', 'useSuspenseQuery', 'useInfiniteQuery', 'useMutation']
  const results = ['UseQueryResult', 'UseSuspenseQueryResult', 'UseInfiniteQueryResult', 'UseMutationResult']
  return {
    implementation,
    imports: [
      ...generateVerbImports(verb),
      ...namesOf(implementation, ...makers).map((maker) => ({
        name: maker,
        values: true,
        importPath: `../query/${verb.tags[0] ?? 'default'}`,
      })),
      ...namesOf(implementation, ...hooks).map((hook) => ({ name: hook, values: true, importPath: query })),
      ...namesOf(implementation, ...results, 'InfiniteData', 'QueryClient').map((type) => ({
        name: type,
        importPath: query,
      })),
      ...namesOf(implementation, ...optionTypes).map(typeFrom('query-options')),
      { name: 'AuspexError', importPath: '../../runtime/errors' },
      { name: 'useProvidedClient', values: true, importPath: '../../runtime/react/provider' },
    ],
  }
}

function writeQueryHook({ name, operationName, data, parameters, names }: HookParts): string {
  return [
    `export const use${name} = <Data = ${data}>(${parameters}options?: QuerySettings<${data}, Data>, queryClient?: QueryClient): UseQueryResult<Data, AuspexError> =>`,
    `  useQuery(${operationName}QueryOptions(${[...names, 'useProvidedClient(options)'].join(', ')}), queryClient)`,
    '',
  ].join('\n')
}

function writeSuspenseHook({ name, operationName, data, certainParameters, names, doc }: HookParts): string {
  return [
    doc,
    `export const use${name}Suspense = <Data = ${data}>(${certainParameters}options?: SuspenseQuerySettings<${data}, Data>, queryClient?: QueryClient): UseSuspenseQueryResult<Data, AuspexError> =>`,
    `  useSuspenseQuery(${operationName}SuspenseQueryOptions(${[...names, 'useProvidedClient(options)'].join(', ')}), queryClient)`,
    '',
  ].join('\n')
}

function writeInfiniteHook({ name, operationName, data, parameters, names, doc }: HookParts): string {
  return [
    doc,
    `export const use${name}Infinite = <Data = InfiniteData<${data}>>(${parameters}options?: InfiniteQuerySettings<${data}, Data>, queryClient?: QueryClient): UseInfiniteQueryResult<Data, AuspexError> =>`,
    `  useInfiniteQuery(${operationName}InfiniteQueryOptions(${[...names, 'useProvidedClient(options)'].join(', ')}), queryClient)`,
    '',
  ].join('\n')
}

function writeMutationHook({ name, operationName, data }: HookParts, variables: string): string {
  return [
    `export const use${name} = <Context = unknown>(options?: MutationSettings<${data}, ${variables}, Context>, queryClient?: QueryClient): UseMutationResult<${data}, AuspexError, ${variables}, Context> =>`,
    `  useMutation(${operationName}MutationOptions(useProvidedClient(options)), queryClient)`,
    '',
  ].join('\n')
}
