import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { Page } from '../../ui/page.tsx'
import { signalReportOptions } from './signals.queries.ts'

export const SignalPage = ({ signalId }: { signalId: string }) => {
  const client = useClient()
  const { data } = useQuery(signalReportOptions(client, signalId))
  return <Page>{data && <h1>{data.query.title}</h1>}</Page>
}
