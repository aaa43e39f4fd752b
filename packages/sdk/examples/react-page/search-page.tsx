import { pollQueryStatus, topicQuery } from '@auspex/sdk'
import { useAuspexClient, useGetSignalReport } from '@auspex/sdk/react'
import { useMutation } from '@tanstack/react-query'

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

/** A report in five lines. An unknown value is shown as unknown, never as 0. */
const Report = ({ signalId }: { signalId: string }) => {
  const { data: report, error } = useGetSignalReport(signalId)
  if (error) return <p role="alert">{error.productMessage ?? error.message}</p>
  if (!report) return <p role="status">Reading the report</p>
  return (
    <section aria-label="Report">
      <h1>{report.query.title}</h1>
      <p>
        {report.counts.documents} documents, stage: {report.stage.stage ?? 'unknown'}
      </p>
      <ul>
        {report.summary.sentences.map(({ text, documentIds }) => (
          <li key={documentIds[0]}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
