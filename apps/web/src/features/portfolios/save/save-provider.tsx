import { useQueryClient } from '@tanstack/react-query'
import { lazy, type PropsWithChildren, Suspense, useCallback, useMemo, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { failureSentences } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { type Savable, SaveSignalsProvider } from '../../../lib/dialogs/save-signals.tsx'
import { meOptions } from '../portfolios.queries.ts'
import { readLastPortfolio, useSave } from './use-save.ts'

const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }))

/** Saving from every page: immediately to the last used portfolio, else through a dialog. */
export const SaveProvider = ({ children }: PropsWithChildren) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const { hiddenIds } = useDelayedChanges()
  const [chosen, setChosen] = useState<readonly Savable[] | null>(null)
  const choose = useCallback((signals: readonly Savable[]) => signals.length > 0 && setChosen(signals), [])
  const { saveIn, saveInNew } = useSave(choose)

  const save = useCallback(
    async (signals: readonly Savable[]) => {
      const { profile } = await queryClient.ensureQueryData(meOptions(client))
      const lastId = readLastPortfolio(profile.id)
      try {
        if (lastId === null) {
          choose(signals)
          return
        }
        const { items } = await queryClient.fetchQuery(portfolioChoicesOptions(client))
        const last = items.find(({ id }) => id === lastId && !hiddenIds.has(id))
        if (last) await saveIn(last, signals)
        else choose(signals)
      } catch (error) {
        tell(failureSentences(error), [{ label: 'Try again', run: () => choose(signals) }])
      }
    },
    [client, queryClient, choose, saveIn, tell, hiddenIds],
  )
  const value = useMemo(() => ({ save: (signals: readonly Savable[]) => void save(signals), choose }), [save, choose])
  return (
    <SaveSignalsProvider value={value}>
      {children}
      <Suspense>
        {chosen && (
          <SaveDialog signals={chosen} onSaveIn={saveIn} onSaveInNew={saveInNew} onClose={() => setChosen(null)} />
        )}
      </Suspense>
    </SaveSignalsProvider>
  )
}
