import type { Portfolio } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { type NoticeAction, useTell } from '../../../lib/dialogs/notices.tsx'
import type { Savable } from '../../../lib/dialogs/save-signals.tsx'
import {
  meOptions,
  type PortfolioDraft,
  sendAddTrends,
  sendCreateWithTrends,
  sendRemovePortfolios,
  sendRemoveTrends,
  toTrendInputs,
} from '../portfolios.queries.ts'

const storageKey = 'auspex.last-portfolio'

/** The portfolio to which this person last saved in this browser. */
export const readLastPortfolio = (personId: string): string | null => {
  try {
    const lastChoice: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof lastChoice !== 'object' || lastChoice === null) return null
    const { person, portfolio } = lastChoice as { person?: unknown; portfolio?: unknown }
    return person === personId && typeof portfolio === 'string' ? portfolio : null
  } catch {
    return null
  }
}

const rememberPortfolio = (personId: string, portfolioId: string): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ person: personId, portfolio: portfolioId }))
  } catch {
    // without storage, the next save asks for a portfolio again
  }
}

interface SaveEnd {
  readonly portfolio: Portfolio
  readonly text: string
  /** Undoes it; omitted if the signals were already saved there. */
  readonly undo?: () => Promise<unknown>
}

/** Saves signals to a portfolio or to a new one, and reports it with an undo. */
export const useSave = (choose: (signals: readonly Savable[]) => void) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tell = useTell()

  const end = useCallback(
    async (signals: readonly Savable[], { portfolio, text, undo }: SaveEnd) => {
      const { profile } = await queryClient.ensureQueryData(meOptions(client))
      rememberPortfolio(profile.id, portfolio.id)
      const undoSave = () =>
        void undo?.().then(
          () => tell(`${nameSignals(signals)} removed from ${portfolio.title}.`),
          (error: unknown) => tell(`${describeFailure(error).message}.`),
        )
      const actions: NoticeAction[] = [
        ...(undo ? [{ label: 'Undo', run: undoSave }] : []),
        {
          label: 'Open',
          run: () => void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: portfolio.id } }),
        },
        { label: 'Choose another', run: () => choose(signals) },
      ]
      tell(text, actions)
    },
    [client, queryClient, navigate, tell, choose],
  )

  const saveIn = useCallback(
    async (portfolio: Portfolio, signals: readonly Savable[]): Promise<void> => {
      const tools = { client, queryClient }
      const added = await sendAddTrends(tools, portfolio, await toTrendInputs(client, signals))
      if (added.length === 0)
        return end(signals, { portfolio, text: `${portfolio.title} already has ${nameSignals(signals)}.` })
      const undo = () =>
        sendRemoveTrends(
          tools,
          portfolio.id,
          added.map(({ id }) => id),
        )
      return end(signals, { portfolio, text: `${nameSignals(signals)} saved to ${portfolio.title}.`, undo })
    },
    [client, queryClient, end],
  )

  const saveInNew = useCallback(
    async (draft: PortfolioDraft, signals: readonly Savable[]): Promise<void> => {
      const tools = { client, queryClient }
      const portfolio = await sendCreateWithTrends(tools, draft, await toTrendInputs(client, signals))
      const undo = () => sendRemovePortfolios(tools, [portfolio.id], {})
      return end(signals, {
        portfolio,
        text: `${nameSignals(signals)} saved to the new portfolio ${portfolio.title}.`,
        undo,
      })
    },
    [client, queryClient, end],
  )
  return { saveIn, saveInNew }
}

/** "oat milk", "3 signals". */
export const nameSignals = (signals: readonly Savable[]): string =>
  signals.length === 1 && signals[0] ? `“${signals[0].title}”` : formatPlural(signals.length, 'signal')
