import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useTell } from '../../lib/notices.tsx'
import { sendReportDeletion, sendReportRestoration } from './reports.queries.ts'

/** Deletes a report immediately; the notice offers undo. Resolves to whether it was deleted. */
export const useDeleteReport = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const tools = { client, queryClient }
  const tellFailure = (error: unknown) => {
    const { message, detail } = describeFailure(error)
    tell([`${message}.`, detail].filter(Boolean).join(' '))
  }
  return async ({ id, title }: { readonly id: string; readonly title: string }): Promise<boolean> => {
    try {
      await sendReportDeletion(tools, id)
    } catch (error) {
      tellFailure(error)
      return false
    }
    tell(`“${title}” is deleted, and its share links show nothing.`, [
      { label: 'Undo', run: () => void sendReportRestoration(tools, id).catch(tellFailure) },
    ])
    return true
  }
}
