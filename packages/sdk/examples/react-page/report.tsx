import { useGetSignalReport } from '@auspex/sdk/react'

/** A report in five lines. An unknown value is shown as unknown, never as 0. */
export const Report = ({ signalId }: { signalId: string }) => {
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
