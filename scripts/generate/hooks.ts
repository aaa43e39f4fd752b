import type { GeneratorVerbOptions } from '@orval/core'
import type { OutputClientFunc } from 'orval'

/** The react output repeats the request functions; hooks import them from ../client instead. */
export const hooksOnly: OutputClientFunc = (builders) => ({
  ...builders['react-query'],
  client: async (verb, options, _client, output) => {
    // A stream is neither fetched once nor cached.
    if (verb.mutator?.name === 'stream') return { implementation: '', imports: [] }
    const hooks = await builders['react-query'].client(verb, options, 'react-query', output)
    const plain = await builders.fetch.client(verb, options, 'fetch', output)
    const request = plain.implementation.trimEnd()
    if (!hooks.implementation.startsWith(request)) throw new Error(`orval changed its output: ${verb.operationName}`)
    const implementation = hooks.implementation.slice(request.length)
    if (implementation.trim() === '') return { implementation: '', imports: [] }
    const tag = verb.tags[0] ?? 'default'
    return {
      ...hooks,
      implementation: takeClientFromContext(verb, implementation),
      imports: [
        ...hooks.imports,
        { name: verb.operationName, values: true, importPath: `../client/${tag}` },
        { name: 'useProvidedClient', values: true, importPath: '../../runtime/react/provider' },
      ],
    }
  },
})

/** Hooks find their client in an `AuspexProvider` when none is passed; options that are made outside of components cannot. */
function takeClientFromContext({ operationName }: GeneratorVerbOptions, implementation: string): string {
  const inHooks = /(const queryOptions = get\w+QueryOptions\(|useMutation\(get\w+MutationOptions\()(.*?)options\)/g
  const result = implementation.replace(inHooks, '$1$2useProvidedClient(options))')
  const expected = implementation.match(/^export (?:function|const) use\w+[^;]*?[{>]\s*$/gm)
  if (result === implementation) throw new Error(`orval changed its hooks: ${operationName} ${String(expected)}`)
  return result
}
