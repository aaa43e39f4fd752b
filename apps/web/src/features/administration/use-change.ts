import type { AuspexClient } from '@auspex/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useTell } from '../../lib/notices.tsx'
import { refreshAdministration } from './administration.queries.ts'

export interface Change<Result> {
  readonly run: (client: AuspexClient) => Promise<Result>
  /** The result, in a sentence that names the thing. */
  readonly say: (result: Result) => string
  /** The reverse change, if it is safe; it is reported as well. */
  readonly undo?: (result: Result) => Change<unknown>
}

/** Makes a change, refetches the page, reports the result and offers to undo it. */
export const useChange = <Result>() => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const make = async <Outcome>({ run, say, undo }: Change<Outcome>): Promise<Outcome> => {
    try {
      const result = await run(client)
      const back = undo?.(result)
      tell(
        say(result),
        back && [
          {
            label: 'Undo',
            run: () => {
              make(back).catch((error: unknown) => {
                const { message, detail } = describeFailure(error)
                tell([`It could not be undone: ${message}.`, detail].filter(Boolean).join(' '))
              })
            },
          },
        ],
      )
      return result
    } finally {
      // also after a failure: somebody else may have changed it
      await refreshAdministration({ client, queryClient })
    }
  }
  return useMutation({ mutationFn: (change: Change<Result>) => make(change) })
}
