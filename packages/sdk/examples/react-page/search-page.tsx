import { pollQueryStatus, topicQuery } from '@auspex/sdk'
import { useAuspexClient } from '@auspex/sdk/react'
import { useMutation } from '@tanstack/react-query'
import { Report } from './report.tsx'

/** An input for a topic, and the report of the search. */
export const SearchPage = () => {
  const client = useAuspexClient()
  const search = useMutation({
    mutationFn: async (topic: string) => pollQueryStatus(client, await topicQuery({ query_term: topic }, { client })),
  })
  const submit = (form: FormData): void => {
    const topic = form.get('topic')
    if (typeof topic === 'string') search.mutate(topic)
  }

  return (
    <>
      <form action={submit}>
        <label>
          Topic <input name="topic" required maxLength={500} />
        </label>
        <button disabled={search.isPending}>Search</button>
      </form>
      {search.isPending && <p role="status">Asking the sources</p>}
      {search.error && <p role="alert">{search.error.message}</p>}
      {search.data && <Report signalId={search.data.signal_id} />}
    </>
  )
}
